import { afterAll, expect, test } from 'vitest'
import { cancelOrderAsStaff } from '#contract/orders/admin-order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { orderEditing } from '#test/harness/data/edited-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const { goods, staff, stocked, paid, detail, edit, undo, problems } = await orderEditing(db, app)
const expectSound = async () => expect(await problems()).toEqual([])

test('discount and delivery method change in the same edit, and come back with undo', async () => {
  const vase = await stocked('Vase')
  const { number } = await paid([{ productid: vase.productid, quantity: 2 }])
  const before = await detail(number)
  const discount = { percent: 10, reason: 'Scratched' }
  const { answer } = await edit(number, { discount, shippingMethod: 'express' })
  expect(answer.data).toMatchObject({ after: { coupon: 200, shipping: 150 }, refund: 100, due: 0 })
  expect(await detail(number)).toMatchObject({
    total: 1_950,
    discountReason: 'Scratched',
    shippingName: 'Express delivery',
  })
  expect((await detail(number)).events.map(({ text }) => text)).toContain(
    'Order edited: Discount of ₹200.00: Scratched; Express delivery instead of Standard delivery',
  )
  await expectSound()
  await edit(number, { discount: null })
  expect(await detail(number)).toMatchObject({ total: 2_150, discountReason: '', due: 100, refunded: 0 })
  for (const { id } of (await detail(number)).revisions.toReversed()) await undo(number, id)
  const { events, version, revisions, payments, ...restored } = await detail(number)
  const { events: _e, version: _v, revisions: _r, payments: _p, ...original } = before
  expect(restored).toEqual(original)
  expect(payments.map(({ status }) => status)).toEqual(['paid', 'cancelled'])
  expect(revisions.every(({ isUndone }) => isUndone)).toBe(true)
  expect(version).toBeGreaterThan(before.version)
  expect(events.map(({ kind }) => kind)).toContain('edit_undone')
  expect(await edit(number, { discount: { amount: 1, percent: 1, reason: 'x' } })).toMatchObject({
    status: 400,
  })
  expect(await edit(number, { shippingMethod: 'drone' })).toMatchObject({ status: 400 })
  await expectSound()
})

test('undo brings back the days that were promised', async () => {
  const clock = await stocked('Clock')
  const { number } = await paid([{ productid: clock.productid, quantity: 1 }])
  const promised = {
    shipping_name: 'Standard by van',
    delivery_from: '2026-03-02',
    delivery_to: '2026-03-04',
  }
  await db.updateTable('shop_order').set(promised).where('number', '=', number).execute()
  const { answer } = await edit(number, { shippingMethod: 'express' })
  const stored = () =>
    db
      .selectFrom('shop_order')
      .select(['shipping_name', 'delivery_from', 'delivery_to'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  expect((await stored()).delivery_from).not.toBe(promised.delivery_from)
  expect((await undo(number, answer.data.revision)).status).toBe(200)
  expect(await stored()).toEqual(promised)
})

test('a removed item comes back at its old price, with its old id', async () => {
  const [lamp, rug] = [await stocked('Old lamp'), await stocked('Old rug')]
  const items = [lamp, rug].map(({ productid }) => ({ productid, quantity: 1 }))
  const { number } = await paid(items)
  const { answer } = await edit(number, { lines: [{ lineId: 2, quantity: 0 }] })
  await goods.change(rug.productid, { variants: [{ price: 999_900, stock: 9 }] })
  expect((await undo(number, answer.data.revision)).status).toBe(200)
  const lines = (await detail(number)).lines.map(({ lineId, linetotal }) => [lineId, linetotal])
  expect(lines).toEqual([
    [1, 1_000],
    [2, 1_000],
  ])
  await expectSound()
})

test('undo needs the stock, and refuses a total that its settings no longer make', async () => {
  const last = await stocked('Last one', { stock: 2 })
  const { number } = await paid([{ productid: last.productid, quantity: 2 }])
  const { answer } = await edit(number, { lines: [{ lineId: 1, quantity: 1 }] })
  const other = await paid([{ productid: last.productid, quantity: 1 }])
  expect(await undo(number, answer.data.revision)).toMatchObject({ status: 409, code: 'out_of_stock' })
  await staff.send(cancelOrderAsStaff, { number: other.number })
  await storeSettings(db, { 'shipping.flat': 6000 })
  expect(await undo(number, answer.data.revision)).toMatchObject({ status: 409, code: 'settings_changed' })
  await storeSettings(db, { 'shipping.flat': 5000 })
  expect((await undo(number, answer.data.revision)).status).toBe(200)
  await expectSound()
})
