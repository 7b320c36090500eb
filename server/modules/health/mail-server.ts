import { verifySmtp } from '#server/platform/smtp.ts'
import { ok, problem, warning, type Result } from './result.ts'

const explanations: Record<string, (host: string) => [finding: string, action: string]> = {
  EAUTH: (host) => [
    `The mail server ${host} refuses the login.`,
    'Check the user and the password in SMTP_URL.',
  ],
  EDNS: (host) => [`The mail server ${host} does not exist.`, 'Check the host in SMTP_URL.'],
  ETIMEDOUT: (host) => [
    `The mail server ${host} does not answer.`,
    'Check host and port in SMTP_URL. Many hosters block port 25.',
  ],
  ETLS: (host) => [
    `The mail server ${host} has no valid certificate.`,
    'Use the name in SMTP_URL that its certificate names.',
  ],
}

/** Whether the mail server accepts the login of the shop. Sends nothing. */
export async function checkMailServer(smtpUrl: string | undefined, timeoutMs: number): Promise<Result> {
  if (smtpUrl === undefined) {
    return warning(
      'No mail server is set, so emails stay in the dashboard.',
      'Set SMTP_URL to the mail server of your provider.',
    )
  }
  const host = URL.parse(smtpUrl)?.host ?? ''
  try {
    await verifySmtp(smtpUrl, timeoutMs)
    return ok(`The mail server ${host} accepts the shop.`)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const explain = explanations[code]
    if (explain) return problem(...explain(host))
    return problem(`The mail server ${host} cannot be used: ${message}.`, 'Check SMTP_URL.')
  }
}
