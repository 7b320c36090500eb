import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getAudit } from '#contract/audit/audit.ts'
import { getHealth } from '#contract/health/health.ts'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import {
  checkPaymentAccount,
  connectMollie,
  connectPaypal,
  connectRazorpay,
  getPaymentAccounts,
} from '#contract/payment-accounts/payment-account.ts'
import type { OnlineProvider } from '#contract/payment-accounts/providers.ts'
import { startTestPayment } from '#contract/payment-accounts/test-payment.ts'
import { getSettings } from '#contract/settings/settings.ts'
import { PUBLIC_PASSPHRASE, findBackup, restoreBackup, runBackup } from '#server/modules/backup/index.ts'
import type { Database } from '#server/db/connect.ts'
import { writeArchive } from '#server/modules/export/index.ts'
import { openZip } from '#server/platform/zip.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { emptyDatabase } from '#test/harness/app/database.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'

const [razorpay, paypal, mollie] = await Promise.all([razorpayServer(), paypalServer(), mollieServer()])
const shop = await paymentShop({
  RAZORPAY_URL: razorpay.url,
  PAYPAL_URL: paypal.url,
  MOLLIE_URL: mollie.url,
})
const { app, db, staff, stripe } = shop
const folder = await mkdtemp(join(tmpdir(), 'haat-secrets-'))
afterAll(async () => {
  await Promise.all([
    shop.stop(),
    razorpay.stop(),
    paypal.stop(),
    mollie.stop(),
    rm(folder, { recursive: true }),
  ])
})

const merchant = await stripe.add()
const stripeKeys = keysOf('mugs')
stripe.allow(stripeKeys.secretKey, merchant)
const refused = {
  stripe: keysOf('none'),
  razorpay: {
    keyId: 'rzp_test_wrongwrongwron',
    keySecret: 'wrong-key-secret',
    webhookSecret: 'a wrong webhook secret',
  },
  paypal: {
    clientId: 'wrong-client-id-0123',
    clientSecret: 'wrong-client-secret',
    webhookId: 'WRONGWEBHOOK12345',
  },
  mollie: { apiKey: 'test_wrongwrongwrongwrong' },
}

/** All that was typed, without the modes. Ids that providers print on their pages are no secrets. */
const typed = [
  stripeKeys,
  razorpay.keys,
  paypal.keys,
  { apiKey: mollie.keys.apiKey },
  ...Object.values(refused),
].flatMap((keys) =>
  Object.entries(keys).flatMap(([name, value]) => (['mode', 'webhookId'].includes(name) ? [] : [value])),
)

/** A secret as it is, in Base64, in hexadecimal, and in what a header of Basic authentication has. */
const forms = (secret: string): string[] => {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2)
  return [secret, base64, Buffer.from(secret).toString('hex')]
}

/** Headers of Basic authentication have the key in the middle of their Base64. */
const decoded = (text: string) =>
  [...text.matchAll(/[\w+/-]{24,}={0,2}/g)]
    .map(([match]) => Buffer.from(match, 'base64').toString('latin1'))
    .join('\n')

/** All files of an archive. */
async function contentOf(path: string): Promise<string> {
  const zip = await openZip(path)
  const parts: Uint8Array[] = []
  for (const name of zip.names) for await (const part of zip.read(name)) parts.push(part)
  zip.close()
  return Buffer.concat(parts).toString('latin1')
}

/** All rows of all tables. */
async function rowsOf(database: Database): Promise<string> {
  const tables = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    database,
  )
  const rows = await Promise.all(
    tables.rows.map(
      async ({ name }) => (await sql`select t::text as row from ${sql.table(name)} t`.execute(database)).rows,
    ),
  )
  return JSON.stringify(rows)
}

/** The bytes of all files in a folder. */
async function filesOf(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const bytes = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
  return Buffer.concat(bytes).toString('latin1')
}

/** A backup that anyone can open: its files as they are, and all that a restored shop has. */
async function contentOfBackup(): Promise<string> {
  const [backups, restored] = [join(folder, 'backups'), join(folder, 'restored')]
  const { url, dataDir } = shop
  const origin = 'https://shop.example'
  await runBackup({
    url,
    dataDir,
    storage: openUploadsFolder(dataDir),
    folder: backups,
    passphrase: PUBLIC_PASSPHRASE,
    origin,
  })
  await mkdir(restored)
  const target = await emptyDatabase()
  try {
    await restoreBackup({
      path: await findBackup(backups),
      passphrase: PUBLIC_PASSPHRASE,
      replace: false,
      openTarget: async () => ({ url: target.url, dataDir: restored, storage: openUploadsFolder(restored) }),
    })
    return [await filesOf(backups), await rowsOf(target.db), await filesOf(restored)].join('\n')
  } finally {
    await target.drop()
  }
}

// It makes a backup and restores it.
test('no credential that was typed leaves the shop or is stored readably', async () => {
  const send = staff.browser.send
  const answers: unknown[] = []
  const note = <T>(answer: T): T => {
    answers.push(answer)
    return answer
  }
  const connect = {
    stripe: (keys: object) => shop.connect(keys),
    razorpay: (keys: object) => send(connectRazorpay, { mode: 'test', ...keys }),
    paypal: (keys: object) => send(connectPaypal, { mode: 'test', ...keys }),
    mollie: (keys: object) => send(connectMollie, { mode: 'test', ...keys }),
  }
  const keys = {
    stripe: stripeKeys,
    razorpay: razorpay.keys,
    paypal: paypal.keys,
    mollie: { apiKey: mollie.keys.apiKey },
  }
  const servers = { stripe: merchant, razorpay, paypal, mollie }
  for (const provider of Object.keys(connect) as OnlineProvider[]) {
    // Refused, unreachable, and malformed, whose errors may repeat what was sent.
    expect(note(await connect[provider](refused[provider])).status, provider).toBe(400)
    servers[provider].mood.look = 'down'
    note(await connect[provider](keys[provider]))
    servers[provider].mood.look = 'fine'
    note(await connect[provider]({ ...keys[provider], mode: 'live' }))
    const { status, message } = note(await connect[provider](keys[provider]))
    expect(status, `${provider}: ${message}`).toBe(200)
    note(await send(checkPaymentAccount, { provider }))
  }
  await shop.awaitOffer(['stripe', 'razorpay'])
  // PayPal and Mollie take no rupees.
  // What providers answer to orders, questions and messages.
  for (const mood of ['down', 'no', 'fine'] as const) {
    merchant.mood.open = mood
    await shop.ordered()
    note(await send(startTestPayment, { provider: 'stripe' }, { 'idempotency-key': mood }))
  }
  const order = await shop.ordered()
  merchant.mood.look = 'down'
  await shop.poll()
  merchant.mood.look = 'fine'
  await shop.deliver(merchant.message('checkout.session.completed', order.number, { secret: 'whsec_other' }))
  note(await send(getPaymentAccounts))
  note(await send(getSettings))
  note(await send(getHealth))
  note(await send(getAudit, {}))
  note(await send(getAdminOrder, { number: order.number }))
  const cookie = [...staff.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const pages = await Promise.all(
    ['/dashboard/settings/payment', '/dashboard/health', '/checkout', '/api/nothing-here'].map((url) =>
      app.inject({ url, headers: { host: 'localhost', cookie } }),
    ),
  )
  const path = join(folder, 'shop.zip')
  await writeArchive(db, { shopId: 1, storage: openUploadsFolder(shop.dataDir), path, passwords: true })
  const texts = [
    JSON.stringify(answers),
    JSON.stringify(shop.logged),
    ...pages.map(({ body, headers }) => body + JSON.stringify(headers)),
    await rowsOf(db),
    await contentOf(path),
    await contentOfBackup(),
  ].join('\n')
  const everything = `${texts}\n${decoded(texts)}`
  const inUse = (await shop.accounts()).filter(({ state }) => state === 'in_use')
  expect(inUse).toHaveLength(4)
  expect(texts).toContain('sk_test_…MUGS')
  for (const secret of typed)
    for (const form of forms(secret)) expect(everything.includes(form), form).toBe(false)
}, 60_000)
