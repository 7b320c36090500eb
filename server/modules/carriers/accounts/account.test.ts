import { afterAll, expect, test } from 'vitest'
import { disconnectCarrier, getCarriers, testCarrier } from '#contract/carriers/carrier-account.ts'
import { getAudit } from '#contract/audit/audit.ts'
import { auditLogOf, staffWith } from '#test/harness/people/account.ts'
import { carrierShop, easypostForm, shiprocketForm } from '#test/harness/services/carriers/carrier-shop.ts'

const shop = await carrierShop()
const { app, db, easypost, shiprocket, staff } = shop
afterAll(shop.stop)

const carriers = async () => (await staff.browser.send(getCarriers)).answer.data

test('a carrier is connected, shown without its secrets, changed and disconnected', async () => {
  expect(await carriers()).toEqual({ shiprocket: null, easypost: null })
  expect(await shop.connectShiprocket()).toMatchObject({ status: 200, message: 'Shiprocket saved' })
  await shop.connectEasypost({ webhookSecret: '' })
  const { shiprocket: account, easypost: other } = await carriers()
  expect(account).toMatchObject({ email: 'api@example.com', pickupLocation: 'Casa', hasWebhookSecret: true })
  expect(other).toMatchObject({ line1: '388 Townsend St', hasWebhookSecret: false })
  expect(account!.webhookUrl).toMatch(/\/api\/tracking\/\d+$/)
  // Shiprocket refuses addresses with its own name in them.
  expect(account!.webhookUrl).not.toMatch(/shiprocket|kartrocket|sr|kr/)
  expect(await shop.connectShiprocket({ password: '', webhookSecret: '', weight: null })).toMatchObject({
    status: 200,
  })
  expect(await carriers()).toMatchObject({ shiprocket: { weight: null, hasWebhookSecret: true } })
  expect((await staff.browser.send(testCarrier, { carrier: 'shiprocket' })).status).toBe(200)
  const entries = await auditLogOf(db, 'carrier_account', account!.id)
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update'])
  expect((await staff.browser.send(disconnectCarrier, { carrier: 'easypost' })).status).toBe(200)
  expect(await carriers()).toMatchObject({ easypost: null })
  expect(await staff.browser.send(disconnectCarrier, { carrier: 'easypost' })).toMatchObject({ status: 404 })
  expect(await staff.browser.send(testCarrier, { carrier: 'easypost' })).toMatchObject({ status: 404 })
})

test('no secret reaches an answer, the audit log, the log of the process, or a readable column', async () => {
  await shop.connectEasypost()
  await shop.connectShiprocket()
  const tested = await staff.browser.send(testCarrier, { carrier: 'easypost' })
  const secrets = [
    easypostForm.apiKey,
    easypostForm.webhookSecret,
    shiprocketForm.password,
    shiprocketForm.webhookSecret,
  ]
  const rows = await db.selectFrom('carrier_account').selectAll().execute()
  const entries = await db.selectFrom('audit_entry').selectAll().execute()
  const answers = [tested, await staff.browser.send(getCarriers), await staff.browser.send(getAudit, {})]
  const texts = [
    JSON.stringify([entries, answers, shop.logged]),
    ...rows.flatMap(({ sealed_credentials: credentials, sealed_webhook_secret: secret, ...row }) => [
      JSON.stringify(row),
      credentials.toString(),
      secret?.toString(),
    ]),
  ].join('\n')
  // JSON shows bytes as numbers, and a header of Basic authentication shows a key in Base64.
  const headers = [...texts.matchAll(/Basic ([\w+/=-]+)/g)].map(([, key = '']) => Buffer.from(key, 'base64'))
  const readable = [texts, ...headers].join('\n')
  expect(rows.every((row) => row.sealed_webhook_secret !== null)).toBe(true)
  for (const secret of secrets) expect(readable).not.toContain(secret)
})

test('the first connection needs its secret, and a change knows its version', async () => {
  await db.deleteFrom('carrier_account').execute()
  expect(await shop.connectShiprocket({ password: '' })).toMatchObject({
    status: 400,
    issues: [{ path: 'password', message: 'Enter the password' }],
  })
  expect(await shop.connectEasypost({ apiKey: '' })).toMatchObject({ issues: [{ path: 'apiKey' }] })
  expect(await shop.connectEasypost({ webhookSecret: 'short' })).toMatchObject({
    issues: [{ path: 'webhookSecret', message: 'Use at least 16 characters' }],
  })
  await shop.connectShiprocket()
  const { version } = (await carriers()).shiprocket!
  await shop.connectShiprocket({ weight: 700, version })
  expect(await shop.connectShiprocket({ weight: 800, version })).toMatchObject({
    status: 409,
    code: 'version_conflict',
  })
})

test('the test says what is wrong with a connection', async () => {
  const check = async () => (await staff.browser.send(testCarrier, { carrier: 'shiprocket' })).message
  await shop.connectShiprocket({ password: 'wrong' })
  expect(await check()).toBe('Shiprocket does not accept the email and password of the API user.')
  await shop.connectShiprocket({ pickupLocation: 'Elsewhere' })
  expect(await check()).toBe('Shiprocket has no pickup location “Elsewhere”. It has: Casa.')
  await shop.connectShiprocket({ pickupPostcode: '110001' })
  expect(await check()).toBe('The pickup location has the PIN code 122003 at Shiprocket.')
  await shop.connectEasypost({ apiKey: 'EZTK-wrong' })
  expect(await staff.browser.send(testCarrier, { carrier: 'easypost' })).toMatchObject({
    status: 409,
    message: 'EasyPost does not accept the API key.',
  })
  easypost.faults.set('/v2', 'fail')
  expect(await staff.browser.send(testCarrier, { carrier: 'easypost' })).toMatchObject({ status: 503 })
  easypost.faults.clear()
  expect([easypost.wrong, shiprocket.wrong]).toEqual([[], []])
})

test('a carrier that owes an answer to a purchase stays connected', async () => {
  await shop.connectShiprocket()
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'lose')
  await shop.buy(number, { carrier: 'shiprocket', quote: '43' })
  expect(await staff.browser.send(disconnectCarrier, { carrier: 'shiprocket' })).toMatchObject({
    status: 409,
    code: 'label_pending',
  })
})

test('staff for orders alone see no connection', async () => {
  const packer = await staffWith(db, app, ['orders'])
  expect((await packer.browser.send(getCarriers)).status).toBe(403)
})
