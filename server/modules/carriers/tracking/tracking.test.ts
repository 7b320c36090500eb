import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getCarriers } from '#contract/carriers/carrier-account.ts'
import { cancelLabel } from '#contract/carriers/label.ts'
import { returnOrder } from '#contract/orders/admin-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { carrierShop, easypostForm, shiprocketForm } from '#test/harness/services/carriers/carrier-shop.ts'
import { client } from '#test/harness/people/client.ts'
import { checkLabels } from '../index.ts'

const shop = await carrierShop()
const { app, db, deps, easypost, shiprocket, staff } = shop
afterAll(shop.stop)

const urls = { shiprocket: '', easypost: '' }

beforeAll(async () => {
  await shop.connectShiprocket()
  await shop.connectEasypost()
  const accounts = (await staff.browser.send(getCarriers)).answer.data
  for (const carrier of ['shiprocket', 'easypost'] as const)
    urls[carrier] = new URL(accounts[carrier]!.webhookUrl).pathname
})

afterEach(() => {
  shiprocket.faults.clear()
})

/** An order on its way with Shiprocket. */
async function sent(lines?: object[]) {
  const placement = await shop.placed()
  const carrier = lines ? { lines } : {}
  await shop.buy(placement.number, { carrier: 'shiprocket', quote: '43', ...carrier })
  return { ...placement, awb: shiprocket.orders.at(-1)!.awb! }
}

/** A message of Shiprocket about a tracking number. */
const message = (awb: string, token = shiprocketForm.webhookSecret) =>
  app.inject({
    method: 'POST',
    url: urls.shiprocket,
    headers: { 'content-type': 'application/json', 'x-api-key': token },
    payload: JSON.stringify({ awb, courier_name: 'Delhivery Surface', current_status: 'IN TRANSIT' }),
  })

const eventsOf = async (number: string) => (await shop.detail(number)).shipments[0]!.events
const timeline = async (number: string, kind: string) =>
  (await shop.detail(number)).events.filter((event) => event.kind === kind)

test('messages move the order, and shoppers see where the package is', async () => {
  const { number, accessToken, awb } = await sent()
  shiprocket.scan(awb, '2026-11-20 10:00:00', '42', 'Picked up', 'Gurgaon')
  expect((await message(awb)).statusCode).toBe(200)
  shiprocket.scan(awb, '2026-11-22 08:30:00', '17', 'Out for delivery')
  await message(awb)
  const look = async () => (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect((await look()).shipments[0]).toMatchObject({
    state: 'shipped',
    events: [
      {
        at: '2026-11-22T03:00:00.000Z',
        status: 'out_for_delivery',
        text: 'Out for delivery',
        location: 'Pune',
      },
      { status: 'in_transit', text: 'On its way', location: 'Gurgaon' },
    ],
  })
  expect((await look()).status).toBe('shipped')
  shiprocket.scan(awb, '2026-11-22 14:00:00', '7', 'Delivered')
  await message(awb)
  const order = await look()
  expect(order).toMatchObject({ status: 'delivered', paid: 4000, shipments: [{ state: 'delivered' }] })
})

test('a repeated message does nothing twice', async () => {
  const { number, awb } = await sent()
  shiprocket.scan(awb, '2026-11-20 10:00:00', '21', 'Undelivered')
  shiprocket.scan(awb, '2026-11-21 10:00:00', '7', 'Delivered')
  await Promise.all([message(awb), message(awb), message(awb)])
  await message(awb)
  expect(await eventsOf(number)).toHaveLength(2)
  expect(await timeline(number, 'delivered')).toHaveLength(1)
  expect(await timeline(number, 'delivery_problem')).toHaveLength(1)
})

test('reports in the wrong order do not move the order back, nor too early', async () => {
  const { number, awb } = await sent()
  // A delivery that was revoked: the package goes back.
  shiprocket.scan(awb, '2026-11-23 10:00:00', '9', 'RTO initiated')
  shiprocket.scan(awb, '2026-11-22 10:00:00', '7', 'Delivered')
  await message(awb)
  expect((await shop.detail(number)).status).toBe('shipped')
  expect(await timeline(number, 'delivery_problem')).toMatchObject([
    { text: expect.stringContaining('back to the shop') as string },
  ])
  const other = await sent()
  shiprocket.scan(other.awb, '2026-11-22 10:00:00', '7', 'Delivered')
  await message(other.awb)
  shiprocket.scan(other.awb, '2026-11-21 10:00:00', '18', 'In transit')
  await message(other.awb)
  expect((await shop.detail(other.number)).status).toBe('delivered')
})

test('an unknown status is shown as it is, and moves nothing', async () => {
  const { number, awb } = await sent()
  shiprocket.scan(awb, '2026-11-22 10:00:00', '23', 'Partially delivered')
  await message(awb)
  expect(await eventsOf(number)).toMatchObject([{ status: 'unknown', text: 'Partially delivered' }])
  expect((await shop.detail(number)).status).toBe('shipped')
})

test('forged messages are refused, and ask nobody', async () => {
  const { awb } = await sent()
  const count = shiprocket.requests.length
  for (const token of ['', 'a token of the pane', 'a token of the panel ', 'x'.repeat(500)])
    expect((await message(awb, token)).statusCode).toBe(400)
  expect(
    (
      await app.inject({
        method: 'POST',
        url: '/api/tracking/999',
        payload: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).statusCode,
  ).toBe(400)
  const { payload, headers } = easypost.event('94shp_1', 'another secret of sixteen')
  const forged = {
    method: 'POST' as const,
    url: urls.easypost,
    headers: { ...headers, 'content-type': 'application/json' },
  }
  expect((await app.inject({ ...forged, payload })).statusCode).toBe(400)
  const signed = easypost.event('94shp_1', easypostForm.webhookSecret)
  const changed = {
    ...forged,
    headers: { ...forged.headers, ...signed.headers },
    payload: `${signed.payload} `,
  }
  expect((await app.inject(changed)).statusCode).toBe(400)
  expect(shiprocket.requests).toHaveLength(count)
  // Genuine, but about nothing that the shop knows.
  expect((await message('AWB-of-others')).statusCode).toBe(200)
})

test('no message is accepted without a secret', async () => {
  const { awb } = await sent()
  const stored = await db
    .selectFrom('carrier_account')
    .select('sealed_webhook_secret')
    .where('carrier', '=', 'shiprocket')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('carrier_account')
    .set({ sealed_webhook_secret: null })
    .where('carrier', '=', 'shiprocket')
    .execute()
  expect((await message(awb, '')).statusCode).toBe(400)
  await db.updateTable('carrier_account').set(stored).where('carrier', '=', 'shiprocket').execute()
})

test('events of EasyPost are verified by their signature', async () => {
  const { number } = await shop.placedAbroad()
  const [carrier] = (await shop.quotes(number)).answer.data.carriers.filter(
    ({ carrier: id }) => id === 'easypost',
  )
  await shop.buy(number, { carrier: 'easypost', quote: carrier!.quotes[0]!.id })
  const { id } = easypost.shipments.at(-1)!
  easypost.detail(id, '2026-11-22T10:00:00Z', 'out_for_delivery', 'Out for Delivery')
  easypost.detail(id, '2026-11-22T14:00:00Z', 'delivered', 'Delivered, Front Door')
  const { payload, headers } = easypost.event(`94${id}`, easypostForm.webhookSecret)
  const answer = await app.inject({
    method: 'POST',
    url: urls.easypost,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  })
  expect(answer.statusCode).toBe(200)
  expect(await shop.detail(number)).toMatchObject({ status: 'delivered' })
  expect((await eventsOf(number))[0]).toMatchObject({ text: 'Delivered', location: 'HOUSTON, TX' })
})

test('a report with an unreadable time is asked for again later', async () => {
  const { number } = await shop.placedAbroad()
  const carriers = (await shop.quotes(number)).answer.data.carriers
  const quote = carriers.find(({ carrier }) => carrier === 'easypost')!.quotes[0]!.id
  await shop.buy(number, { carrier: 'easypost', quote })
  const { id } = easypost.shipments.at(-1)!
  easypost.detail(id, 'soon', 'delivered', 'Delivered, Front Door')
  const { payload, headers } = easypost.event(`94${id}`, easypostForm.webhookSecret)
  const typed = { ...headers, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: urls.easypost, headers: typed, payload })
  expect(answer.statusCode).toBe(200)
  expect(await shop.detail(number)).toMatchObject({ status: 'shipped' })
})

test('the job asks where no message arrives, also after a carrier was down', async () => {
  const { number, awb } = await sent()
  shiprocket.scan(awb, '2026-11-22 10:00:00', '7', 'Delivered')
  shiprocket.faults.set('/track/', 'fail')
  expect((await message(awb)).statusCode).toBe(200)
  await checkLabels(db, deps)
  expect((await shop.detail(number)).status).toBe('shipped')
  shiprocket.faults.clear()
  await shop.makeDue()
  await checkLabels(db, deps)
  expect((await shop.detail(number)).status).toBe('delivered')
  const label = await db
    .selectFrom('carrier_label')
    .select('next_check_at')
    .where('tracking', '=', awb)
    .executeTakeFirstOrThrow()
  expect(label.next_check_at).toBeNull()
})

test('the order is delivered with its last package', async () => {
  const { number } = await shop.placedAbroad()
  await db
    .updateTable('shop_order')
    .set({
      shipping_address: JSON.stringify({
        fullName: 'A',
        line1: 'B',
        line2: '',
        city: 'Pune',
        state: 'MH',
        pincode: '411001',
        country: 'IN',
      }),
    })
    .where('number', '=', number)
    .execute()
  const parts = [[{ lineId: 1, quantity: 3 }], [{ lineId: 2, quantity: 2 }]]
  for (const lines of parts) await shop.buy(number, { carrier: 'shiprocket', quote: '43', lines })
  const awbs = (await shop.detail(number)).shipments.map(({ trackingNumber }) => trackingNumber)
  expect(awbs).toHaveLength(2)
  for (const awb of awbs) shiprocket.scan(awb, '2026-11-22 10:00:00', '7', 'Delivered')
  await message(awbs[1]!)
  expect(await shop.detail(number)).toMatchObject({
    status: 'shipped',
    shipments: [{ state: 'shipped' }, { state: 'delivered' }],
  })
  await message(awbs[0]!)
  expect((await shop.detail(number)).status).toBe('delivered')
})

test('a returned order is not moved, and a label of a package on its way is not given back', async () => {
  const { number, awb } = await sent()
  await staff.browser.send(returnOrder, { number, reason: 'Refused at the door', restock: true })
  shiprocket.scan(awb, '2026-11-22 10:00:00', '7', 'Delivered')
  expect((await message(awb)).statusCode).toBe(200)
  expect((await shop.detail(number)).status).toBe('returned')
  const [label] = await shop.labels(number)
  expect(label!.canCancel).toBe(false)
  expect(await staff.browser.send(cancelLabel, { number, id: label!.id })).toMatchObject({
    status: 409,
    code: 'not_cancellable',
  })
})

test('reconciliation finds nothing wrong', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('every request had the documented form', () => {
  expect([shiprocket.wrong, easypost.wrong]).toEqual([[], []])
})
