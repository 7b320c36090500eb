import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getCarriers } from '#contract/carriers/carrier-account.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
import { carrierShop, shiprocketForm } from '#test/harness/services/carriers/carrier-shop.ts'
import { checkLabels } from '../index.ts'

const shop = await carrierShop()
const { app, db, deps, shiprocket, staff } = shop
afterAll(shop.stop)

let url = ''
beforeAll(async () => {
  await shop.connectShiprocket()
  const { shiprocket: account } = (await staff.browser.send(getCarriers)).answer.data
  url = new URL(account!.webhookUrl).pathname
})

afterEach(() => {
  shiprocket.faults.clear()
})

/** A paid order to Pune, of which something is on its way with Shiprocket. */
async function sent(input: object = {}) {
  const { number } = await shop.placedAbroad({ shipping: checkoutForm.shipping })
  await shop.buy(number, { carrier: 'shiprocket', quote: '43', ...input })
  return { number, awb: shiprocket.orders.at(-1)!.awb! }
}

const message = (awb: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-api-key': shiprocketForm.webhookSecret },
    payload: JSON.stringify({ awb }),
  })

/** In how many minutes the job asks about a tracking number; null: never. */
async function askedIn(awb: string): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select round(extract(epoch from next_check_at - clock_timestamp()) / 60)::int as minutes
    from carrier_label where tracking = ${awb}`.execute(db)
  return rows[0]!.minutes
}

test('a message puts the next question off, and a package is not asked about for ever', async () => {
  const { awb } = await sent()
  await shop.makeDue({ hours: 24 })
  shiprocket.scan(awb, '2026-11-22 10:00:00', '18', 'In transit')
  await message(awb)
  expect(await askedIn(awb)).toBe(120)
  await shop.makeDue({ hours: 24 * 61 })
  await message(awb)
  expect(await askedIn(awb)).toBeNull()
})

test('a delivery during a hold counts once the order is released', async () => {
  const { number, awb } = await sent({ lines: [{ lineId: 1, quantity: 1 }] })
  const hold = (heldAt: Date | null) =>
    db.updateTable('shop_order').set({ held_at: heldAt }).where('number', '=', number).execute()
  const state = async () => (await shop.detail(number)).shipments[0]!.state
  await hold(new Date())
  shiprocket.scan(awb, '2026-11-22 10:00:00', '7', 'Delivered')
  await message(awb)
  expect([await state(), await askedIn(awb)]).toEqual(['shipped', 120])
  await hold(null)
  await shop.makeDue()
  await checkLabels(db, deps)
  expect([await state(), await askedIn(awb)]).toEqual(['delivered', null])
})

test('a carrier that is down is asked about one label, and the others stay due', async () => {
  const packages = [await sent(), await sent(), await sent()]
  for (const { awb } of packages) shiprocket.scan(awb, '2026-11-22 10:00:00', '7', 'Delivered')
  await shop.makeDue()
  shiprocket.faults.set('/track/', 'fail')
  const count = shiprocket.requests.length
  await checkLabels(db, deps)
  expect(shiprocket.requests).toHaveLength(count + 1)
  const asked = await Promise.all(packages.map(({ awb }) => askedIn(awb)))
  expect(asked.toSorted((one, other) => Number(one) - Number(other))).toEqual([0, 0, 120])
  shiprocket.faults.clear()
  await checkLabels(db, deps)
  const statuses = await Promise.all(packages.map(async ({ number }) => (await shop.detail(number)).status))
  expect(statuses.toSorted()).toEqual(['delivered', 'delivered', 'shipped'])
})
