import { once } from 'node:events'
import { connect } from 'node:tls'
import { ok, problem, unknown, warning, type Result } from './result.ts'

const MIN_DAYS = 14
const MS_PER_DAY = 86_400_000

interface CertificateOptions {
  /** Ends the check early. */
  signal?: AbortSignal
  /** The certificate of a further authority that counts. */
  ca?: string
  now?: Date
}

/** Whether browsers accept the certificate of an https address, and how long. Undefined for another address. */
export async function checkCertificate(
  publicUrl: string | undefined,
  { signal, ca, now = new Date() }: CertificateOptions = {},
): Promise<Result | undefined> {
  const url = URL.parse(publicUrl ?? '')
  if (url?.protocol !== 'https:') return undefined
  const { hostname: host } = url
  // An invalid certificate is the finding, so the connection must not fail because of it.
  const socket = connect({
    ...(ca !== undefined && { ca }),
    host,
    servername: host,
    port: Number(url.port || 443),
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { ...(signal && { signal }) })
    const { valid_to: validTo } = socket.getPeerCertificate()
    const days = (Date.parse(validTo) - now.getTime()) / MS_PER_DAY
    return judge(host, { days, problem: socket.authorizationError })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return unknown(
      `The shop could not reach ${url.origin} from its own machine (${code ?? message}).`,
      'Open the address in a browser. Some networks do not lead a machine to its own public address.',
    )
  } finally {
    socket.destroy()
  }
}

function judge(host: string, found: { days: number; problem: Error | null }): Result {
  if (found.days < 0)
    return problem(`The certificate of ${host} has expired, so browsers warn of the shop.`, 'Renew it.')
  if (found.problem) {
    return problem(
      `Browsers do not accept the certificate of ${host} (${String(found.problem)}).`,
      'Install a certificate for this name, with all certificates between it and its authority.',
    )
  }
  const sentence = `The certificate of ${host} is valid for ${Math.floor(found.days)} more days.`
  return found.days < MIN_DAYS ? warning(sentence, 'Find out why it was not renewed.') : ok(sentence)
}
