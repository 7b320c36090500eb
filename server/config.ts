import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from './start-error.ts'
import { remoteSettingsOf, requireComplete, storageVariables, uploadsBucketOf } from './storage-settings.ts'

// React reads this when it loads, and is several times slower in development mode.
process.env['NODE_ENV'] ??= 'production'

/** The settings of the process; they come from the environment, once. */
export type Config = z.output<typeof settings>

/** An environment variable is invalid. The message is one sentence that names the variable. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error))
}

const url = (example: string, ...schemes: string[]) =>
  z.string().refine((text) => schemes.includes(URL.parse(text)?.protocol ?? ''), `must look like ${example}`)

const secret = (min: number) => z.string().min(min, `must have at least ${min} characters`)

const yesOrNo = z
  .enum(['1', '0', 'true', 'false', 'on', 'off', 'yes', 'no'], 'must be 1 or 0')
  .transform((text) => ['1', 'true', 'on', 'yes'].includes(text))

const databaseUrl = url('postgres://user:password@host:5432/database', 'postgres:', 'postgresql:').refine(
  (text) => (URL.parse(text)?.pathname ?? '').length > 1,
  'must end with the name of a database, as in postgres://user@host:5432/shop',
)

const databaseUrls = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(databaseUrl))

const publicUrl = url('https://shop.example.com', 'http:', 'https:')
  .refine((text) => {
    const parsed = URL.parse(text)
    return parsed?.pathname === '/' && !parsed.search && !parsed.hash
  }, 'must be scheme and host alone, as in https://shop.example.com')
  .transform((text) => URL.parse(text)?.origin ?? text)

/** A scheme and a host, to which a path is added. */
const carrierUrl = z
  .string()
  .regex(/^https?:\/\/[^/]+$/, 'must be scheme and host alone, as in https://api.example.com')

const testUrl = (name: string) =>
  carrierUrl.optional().describe(`where ${name} answers, for tests; without it its own address`)

const isAddressOrRange = (text: string) => {
  const [address = '', bits = '0', ...rest] = text.trim().split('/')
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    +bits <= (isIP(address) === 4 ? 32 : 128)
  )
}

const trustProxy = z
  .string()
  .refine(
    (text) =>
      ['off', 'on'].includes(text) || /^\d{1,2}$/.test(text) || text.split(',').every(isAddressOrRange),
    'must be off, on, the number of proxies, or a list of their addresses as in 10.0.0.0/8,127.0.0.1',
  )
  .transform((text): boolean | number | string => {
    if (text === 'off' || text === '0') return false
    if (text === 'on') return true
    return /^\d+$/.test(text) ? Number(text) : text
  })

/** `--help` prints these in this order, with default and description. */
const variables = {
  PORT: wholeNumber(0, 65535).prefault('8000').describe('port to listen on; 0 takes a free one'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or host name')
    .default('127.0.0.1')
    .describe('address to listen on; 0.0.0.0 for all'),
  DATA_DIR: z
    .string()
    .transform((path) => resolve(path))
    .prefault('./data')
    .describe('folder for the database, uploads and secret'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer; without it the shop runs its own under DATA_DIR'),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe('the server itself, if DATABASE_URL is that of a pooler such as PgBouncer'),
  DATABASE_REPLICA_URL: databaseUrls
    .optional()
    .describe('read replicas of the database, separated by commas'),
  AUTH_SECRET: secret(32)
    .optional()
    .describe('signs cookies and tokens; without it the shop creates one in DATA_DIR'),
  ADMIN_EMAIL: z
    .email('must be an email address')
    .default('admin@example.com')
    .describe('email of the first admin'),
  ADMIN_PASSWORD: secret(8)
    .optional()
    .describe('password of the first admin; without it the shop creates one and prints it once'),
  DEMO: yesOrNo.prefault('1').describe('1 loads the demo catalog into an empty database'),
  PUBLIC_URL: publicUrl
    .optional()
    .describe('address of the shop, for links; without it the address that the shop listens on'),
  TRUST_PROXY: trustProxy
    .prefault('off')
    .describe('off, on, the number of proxies in front of the shop, or their addresses'),
  SMTP_URL: url('smtp://user:password@host:587', 'smtp:', 'smtps:')
    .optional()
    .describe('mail server; without it email stays in the outbox'),
  MAIL_FROM: z
    .email('must be an email address')
    .optional()
    .describe(
      'sender of email; without it noreply@ and the host of PUBLIC_URL. Replies go to the shop’s address',
    ),
  WEB_CONCURRENCY: wholeNumber(1, 64).prefault('1').describe('worker processes that share the port'),
  DRAIN_SECONDS: wholeNumber(0, 30)
    .prefault('0')
    .describe('how long the shop serves on after a signal to stop, while /readyz tells proxies to leave'),
  MAX_HEAP_MB: wholeNumber(128, 65536)
    .optional()
    .describe(
      'JavaScript memory of each process in MB; without it 1024, or half of the machine if that is less',
    ),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('use off for load tests only'),
  REDIS_URL: url('redis://host:6379', 'redis:', 'rediss:')
    .optional()
    .describe('counts rate limits; without it the database counts them'),
  STRIPE_SECRET_KEY: secret(8)
    .optional()
    .describe('card payments of the first shop, until staff connect a provider under Settings, Payments'),
  STRIPE_WEBHOOK_SECRET: secret(8).optional().describe('verifies that a payment result comes from Stripe'),
  STRIPE_URL: testUrl('Stripe'),
  RAZORPAY_URL: testUrl('Razorpay'),
  PAYPAL_URL: testUrl('PayPal'),
  MOLLIE_URL: testUrl('Mollie'),
  SHIPROCKET_URL: carrierUrl
    .default('https://apiv2.shiprocket.in')
    .describe('where Shiprocket answers; another address is for tests only'),
  EASYPOST_URL: carrierUrl
    .default('https://api.easypost.com')
    .describe('where EasyPost answers; another address is for tests only'),
  METRICS_TOKEN: secret(16)
    .optional()
    .describe('bearer token for /metrics; without it only this machine can read them'),
  BACKUP_KEY: secret(16)
    .optional()
    .describe('encrypts backups and turns on nightly ones; restoring them needs the same key'),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional()
    .describe('folder for backups, best on another disk; without it DATA_DIR/backups'),
  BACKUP_TIME: z
    .string()
    .regex(/^(?:off|(?:[01]\d|2[0-3]):[0-5]\d)$/, 'must be a time such as 03:00, or off')
    .default('03:00')
    .describe('when the shop backs itself up, in its time zone; off for backups by command only'),
  ...storageVariables,
  WEBHOOKS_ALLOW_PRIVATE: yesOrNo
    .prefault('0')
    .describe('1 lets webhooks and profiles of platforms be at addresses of this machine and its network'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .optional()
    .describe('debug, info, warn, error or silent; without it info, or warn in a terminal'),
}

/** Values of these variables are never printed. */
const secretNames = /SECRET|ACCESS|PASSWORD|TOKEN|_KEY$|_URL$|_TO$/

const needsDatabaseUrl = (name: 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL') => ({
  path: [name],
  error: 'needs DATABASE_URL',
})

const settings = z
  .object(variables)
  .refine(
    (value) => value.DATABASE_URL ?? !value.DATABASE_DIRECT_URL,
    needsDatabaseUrl('DATABASE_DIRECT_URL'),
  )
  .refine(
    (value) => value.DATABASE_URL ?? !value.DATABASE_REPLICA_URL,
    needsDatabaseUrl('DATABASE_REPLICA_URL'),
  )
  .superRefine(requireComplete)
  .transform((value) => ({
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseReplicaUrls: value.DATABASE_REPLICA_URL ?? [],
    authSecret: value.AUTH_SECRET,
    adminEmail: value.ADMIN_EMAIL,
    adminPassword: value.ADMIN_PASSWORD,
    demo: value.DEMO,
    publicUrl: value.PUBLIC_URL,
    webhooksAllowPrivate: value.WEBHOOKS_ALLOW_PRIVATE,
    trustProxy: value.TRUST_PROXY,
    smtpUrl: value.SMTP_URL,
    emailFrom: value.MAIL_FROM ?? `noreply@${URL.parse(value.PUBLIC_URL ?? '')?.hostname ?? 'localhost'}`,
    webConcurrency: value.WEB_CONCURRENCY,
    drainMs: value.DRAIN_SECONDS * 1000,
    rateLimits: value.RATE_LIMITS,
    redisUrl: value.REDIS_URL,
    stripeSecretKey: value.STRIPE_SECRET_KEY,
    stripeWebhookSecret: value.STRIPE_WEBHOOK_SECRET,
    paymentUrls: {
      stripe: value.STRIPE_URL,
      razorpay: value.RAZORPAY_URL,
      paypal: value.PAYPAL_URL,
      mollie: value.MOLLIE_URL,
    },
    carrierUrls: { shiprocket: value.SHIPROCKET_URL, easypost: value.EASYPOST_URL },
    metricsToken: value.METRICS_TOKEN,
    backupKey: value.BACKUP_KEY,
    backupDir: value.BACKUP_DIR ?? join(value.DATA_DIR, 'backups'),
    backupTime: value.BACKUP_TIME,
    backupTo: value.BACKUP_TO,
    uploadsBucket: uploadsBucketOf(value),
    remote: remoteSettingsOf(value),
    logLevel: value.LOG_LEVEL,
  }))

/** Reads and validates the environment; empty variables count as absent. Throws a `ConfigError` for the first invalid one. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.entries(env).filter(([name, value]) => name in variables && value !== '')
  const result = settings.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const name = String(issue?.path[0])
  throw new ConfigError(
    `${name} ${issue?.message}${secretNames.test(name) ? '' : ` (it is "${env[name]}")`}.`,
  )
}

const describe = ([name, schema]: [string, z.ZodType]) => {
  const fallback = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).default
  return `  ${name.padEnd(23)}${schema.description}${typeof fallback === 'string' ? ` [${fallback}]` : ''}`
}

/** The text of `npm start -- --help`. */
export const settingsHelp = `Usage: npm start
       npm start -- --help
       npm run dev
       npm run build
       npm run shop:add -- NAME HOST
       npm run export -- --to FILE
       npm run import -- --from FILE
       npm run backup -- --to FOLDER
       npm run uploads:move -- --to s3|folder
       npm run restore -- --from FOLDER
       npm run doctor

Environment:
${Object.entries(variables).map(describe).join('\n')}
`

/** Where and when the installation backs itself up; undefined if it makes no backups. */
export const backupsOf = ({ backupKey, backupDir: folder, backupTime: time }: Config) =>
  backupKey === undefined ? undefined : { folder, nightlyAt: time === 'off' ? null : time }
