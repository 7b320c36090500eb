import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { disconnectCarrier } from '#contract/carriers/carrier-account.ts'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { carrierShop } from '#test/harness/services/carriers/carrier-shop.ts'
import { checkLabels } from '../index.ts'

const shop = await carrierShop()
const { db, deps, shiprocket, staff } = shop
afterAll(shop.stop)

beforeAll(async () => {
  await shop.connectShiprocket()
})

beforeEach(async () => {
  await db.deleteFrom('carrier_label').execute()
})

afterEach(() => {
  shiprocket.faults.clear()
})

const disconnect = () => staff.browser.send(disconnectCarrier, { carrier: 'shiprocket' })

/** An order whose purchase got no answer. */
async function unanswered() {
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'lose')
  await shop.buy(number, { carrier: 'shiprocket', quote: '43' })
  shiprocket.faults.clear()
  return number
}

/** Makes the labels so old, runs the job, and returns in how many minutes it asks again. */
async function askedAgainIn(hours: number): Promise<number | null> {
  await shop.makeDue({ hours })
  await checkLabels(db, deps)
  const { rows } = await sql<{ minutes: number | null }>`
    select round(extract(epoch from next_check_at - clock_timestamp()) / 60)::int as minutes from carrier_label`.execute(
    db,
  )
  return rows[0]!.minutes
}

test('a purchase that the carrier cannot look up is asked for less and less, and ends after a day', async () => {
  const number = await unanswered()
  shiprocket.faults.set('/external/orders', 'fail')
  expect([await askedAgainIn(0.5), await askedAgainIn(2), await askedAgainIn(23)]).toEqual([1, 120, 120])
  expect(await disconnect()).toMatchObject({ status: 409, code: 'label_pending' })
  expect(await askedAgainIn(25)).toBeNull()
  expect(await shop.labels(number)).toMatchObject([
    { state: 'refused', problem: 'The carrier does not know this purchase. Check its panel.' },
  ])
  expect((await shop.buy(number, { carrier: 'own', quote: 'standard' })).status).toBe(201)
})

test('a shop that was off for months ends a purchase, and looks it up once before', async () => {
  const [lost, found] = [await unanswered(), await unanswered()]
  await shop.makeDue({ hours: 24 * 100 })
  shiprocket.orders.at(-2)!.cancelled = true
  await checkLabels(db, deps)
  expect(await shop.labels(lost)).toMatchObject([{ state: 'refused' }])
  expect(await shop.labels(found)).toMatchObject([{ state: 'bought' }])
})

test('staff see that the carrier refuses to cancel an unused label, and it stays connected until then', async () => {
  const number = await unanswered()
  await staff.browser.send(fulfilOrder, { number })
  expect(await askedAgainIn(0.5)).toBe(0)
  shiprocket.faults.set('/cancel/shipment', 422)
  expect([await askedAgainIn(0.5), await askedAgainIn(2)]).toEqual([1, 120])
  expect(await shop.labels(number)).toMatchObject([
    { state: 'bought', problem: expect.stringContaining('refuses to cancel this unused label') as string },
  ])
  expect(await disconnect()).toMatchObject({ status: 409, code: 'label_pending' })
  expect(await askedAgainIn(24 * 61)).toBeNull()
  shiprocket.faults.clear()
  await db
    .updateTable('carrier_label')
    .set({ next_check_at: new Date(0) })
    .execute()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'cancelled', problem: '' }])
  expect((await disconnect()).status).toBe(200)
})
