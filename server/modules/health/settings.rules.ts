import type { UploadsBucket } from '#server/platform/storage/open-storage.ts'
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
  uploadsBucket: UploadsBucket | undefined
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

/** Whether the keys of the environment can take payments and hear of their results. Undefined without keys. */
export function checkEnvironmentKeys(settings: HealthSettings): Result | undefined {
  const { stripeSecretKey: key, stripeWebhookSecret: webhookSecret, publicUrl } = settings
  if (key === undefined && webhookSecret === undefined) return undefined
  if (key === undefined || webhookSecret === undefined) {
    const missing = key === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET'
    return problem(
      `The Stripe keys of the environment are not used, because ${missing} is not set.`,
      `Set ${missing}, or connect Stripe under Settings > Payments and remove both.`,
    )
  }
  if (!/^[rs]k_test_/.test(key))
    return ok('The first shop takes payments with the Stripe keys of the environment.')
  return isPublic(publicUrl)
    ? warning(
        'The Stripe keys of the environment are in test mode: shoppers cannot pay with real cards.',
        'Set STRIPE_SECRET_KEY to the live key, or connect Stripe under Settings > Payments.',
      )
    : unknown(
        'The Stripe keys of the environment are in test mode.',
        'Set STRIPE_SECRET_KEY to the live key before you open.',
      )
}

/** What is known about the connection of a shop to a payment provider. */
export interface PaymentConnection {
  /** The name of the provider. */
  name: string
  mode: 'test' | 'live'
  /** False if AUTH_SECRET is another one than when it was connected. */
  isReadable: boolean
  /** A message of the provider has arrived at least once. */
  isHeard: boolean
}

/** Whether a connected provider takes real money and its messages arrive. */
export function checkPaymentConnection(
  { name, mode, isReadable, isHeard }: PaymentConnection,
  { publicUrl }: Pick<HealthSettings, 'publicUrl'>,
): Result {
  if (!isReadable) {
    return problem(
      `The checkout leaves ${name} out: the shop’s secret has changed, so its keys can’t be read.`,
      `Connect ${name} again under Settings > Payments, or start the shop with its former AUTH_SECRET.`,
    )
  }
  if (mode === 'test') {
    const finding = `${name} is in test mode: shoppers cannot pay with real money.`
    const action = 'Replace the test keys with live keys under Settings > Payments.'
    return isPublic(publicUrl) ? warning(finding, action) : unknown(finding, action)
  }
  if (!isHeard) {
    return warning(
      `No message of ${name} has ever arrived, so orders are confirmed minutes after they are paid.`,
      'Make a test payment under Settings > Payments. It says what to check.',
    )
  }
  return ok(`${name} takes payments, and its messages arrive.`)
}

const isPublic = (url: string | undefined): boolean => url !== undefined && !isLocal(url)
