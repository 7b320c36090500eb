import { problem, ok, unknown, warning, type Result } from './result.ts'

/** The settings of the process that the checks judge. */
export interface HealthSettings {
  host: string
  port: number
  dataDir: string
  publicUrl: string | undefined
  trustProxy: boolean | number | string
  rateLimits: 'on' | 'off'
  smtpUrl: string | undefined
  emailFrom: string
  stripeSecretKey: string | undefined
  stripeWebhookSecret: string | undefined
  backupKey: string | undefined
  backupDir: string
  backupTime: string
}

/** Whether links in emails lead to the shop, and whether passwords travel encrypted. */
export function checkAddress({ publicUrl, port }: HealthSettings): Result {
  if (publicUrl === undefined) {
    return warning(
      `Links in emails lead to http://localhost:${port}, which opens on this machine only.`,
      'Set PUBLIC_URL to the address that shoppers use, as in https://shop.example.com.',
    )
  }
  if (publicUrl.startsWith('http:') && !isLocal(publicUrl)) {
    return problem(
      `The shop is at ${publicUrl}, so passwords and addresses travel unencrypted.`,
      'Put a server with a certificate in front of the shop, and set PUBLIC_URL to its https address.',
    )
  }
  return ok(`Shoppers reach the shop at ${publicUrl}.`)
}

/** Whether `url` is on this machine. */
const isLocal = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '')

/** Whether rate limits work, and count visitors apart from each other. */
export function checkLimits({ rateLimits, publicUrl, host, trustProxy }: HealthSettings): Result {
  if (rateLimits === 'off') {
    return problem(
      'Rate limits are off, so anyone may guess passwords without end.',
      'Remove RATE_LIMITS=off from the settings.',
    )
  }
  const isBehindProxy = publicUrl?.startsWith('https:') && ['127.0.0.1', '::1', 'localhost'].includes(host)
  if (isBehindProxy && trustProxy === false) {
    return warning(
      'A server in front of the shop answers https, but the shop does not trust it: all visitors share one rate limit.',
      'Set TRUST_PROXY to the number of proxies in front of the shop, which is usually 1.',
    )
  }
  return ok('Rate limits are on.')
}

/** Whether card payments can be taken and their results are heard. */
export function checkPayments(settings: HealthSettings): Result {
  const { stripeSecretKey: key, stripeWebhookSecret: webhookSecret, publicUrl } = settings
  if (key === undefined && webhookSecret === undefined)
    return ok('Card payments are not set up. Other payment methods work without them.')
  if (key === undefined || webhookSecret === undefined) {
    const missing = key === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET'
    return problem(`The shop takes no card payments, because ${missing} is not set.`, `Set ${missing}.`)
  }
  if (!/^[rs]k_test_/.test(key)) return ok('Card payments are set up.')
  return publicUrl !== undefined && !isLocal(publicUrl)
    ? warning(
        'Card payments are in test mode: shoppers cannot pay with real cards.',
        'Set STRIPE_SECRET_KEY to the live key.',
      )
    : unknown('Card payments are in test mode.', 'Set STRIPE_SECRET_KEY to the live key before you open.')
}
