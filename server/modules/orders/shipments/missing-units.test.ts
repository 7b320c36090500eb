import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrderAsStaff, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getOrdersToPack } from '#contract/orders/packing.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { correctStock, receiveStock } from '#contract/stock/stock.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
})

let keys = 0
const act: Client['send'] = (call, input) => staff.send(call, input, { 'idempotency-key': `stock ${++keys}` })

/** A product that is sold when it is sold out, with three units, and how many units of an order of it wait. */
async function mugs(counting: object = { sellWhenSoldOut: true }) {
  const productid = await goods.add('Mug', { variants: [{ price: 1_000, stock: 3, ...counting }] })
  const [variantid = 0] = await variantsOf(db, productid)
  const buy = async (quantity: number) =>
    (await order(client(app), { items: [{ productid, quantity }] })).answer.data.number
  return { variantid, buy }
}
const line = async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data.lines[0]!
const waiting = async (...numbers: string[]) =>
  Promise.all(numbers.map(async (number) => (await line(number)).waitingforstock))
const listed = async (number: string) => {
  const { data } = (await staff.send(getOrdersToPack, {})).answer
  return data.find((each) => each.number === number)?.waitingforstock
}
const ship = (number: string, quantity: number) =>
  act(createShipment, { number, lines: [{ lineId: 1, quantity }] })

test('the orders placed last wait for the units that are missing', async () => {
  const { buy } = await mugs()
  const orders = [await buy(2), await buy(3), await buy(1)] as const
  expect(await waiting(...orders)).toEqual([0, 2, 1])
  expect(await Promise.all(orders.map(listed))).toEqual([0, 2, 1])

  // What has shipped is gone, and changes nothing for the others.
  await ship(orders[0], 2)
  await ship(orders[1], 1)
  expect(await waiting(...orders)).toEqual([0, 2, 1])
  expect(await line(orders[1])).toMatchObject({ lefttoship: 2 })
})

test('units that arrive, are found or become free end the waiting', async () => {
  const { buy, variantid } = await mugs()
  const [first, second] = [await buy(3), await buy(2)]
  expect(await waiting(first, second)).toEqual([0, 2])
  await act(receiveStock, { lines: [{ variantid, quantity: 1 }] })
  expect(await waiting(first, second)).toEqual([0, 1])
  await act(correctStock, { variantid, change: 1, reason: 'Found' })
  expect(await waiting(first, second)).toEqual([0, 0])
  const third = await buy(4)
  expect(await waiting(second, third)).toEqual([0, 4])
  await act(cancelOrderAsStaff, { number: first })
  expect(await waiting(second, third)).toEqual([0, 1])
})

test('nothing waits where the stock is not counted, or never falls below 0', async () => {
  const uncounted = await mugs({ tracked: false, stock: undefined })
  expect(await waiting(await uncounted.buy(9))).toEqual([0])
  const counted = await mugs({})
  const number = await counted.buy(3)
  const lost = { variantid: counted.variantid, change: -1, reason: 'Broken' }
  // The ledger refuses to lose sold units, so none can be missing.
  expect(await act(correctStock, lost)).toMatchObject({ status: 409, code: 'out_of_stock' })
  expect(await waiting(number)).toEqual([0])
})
