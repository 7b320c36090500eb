import { afterAll, expect, test } from 'vitest'
import { readyOrder } from '#contract/orders/admin-order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { orderEditing } from '#test/harness/data/edited-order.ts'
import { manualOrder } from '#test/harness/data/order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const { staff, stocked, detail, edit, markPaid, problems } = await orderEditing(db, app)
const { variantid } = await stocked('Bowl', { stock: 50 })

const contact = { name: 'Asha Rao', phone: '98714 18929', email: 'asha@example.com' }
/** An order of one bowl that is picked up. */
const pickUp = async (payment = 'cod') => {
  const input = { items: [{ variantid, quantity: 1 }], contact, shipping: null, payment }
  return (await manualOrder(staff, { ...input, shippingMethod: 'pick_up' })).answer.data.number
}

test('a pick-up stays one when it is edited, and a delivery does not become one', async () => {
  const number = await pickUp()
  const lines = [{ lineId: 1, quantity: 2 }]
  const preview = (await edit(number, { lines, preview: true })).answer.data
  expect(preview.shippingMethods.map(({ id }) => id)).toEqual(['pick_up'])
  const message = 'This delivery method isn’t available'
  const refused = { status: 400, issues: [{ path: 'shippingMethod', message }] }
  for (const shippingMethod of ['standard', 'express'])
    expect(await edit(number, { lines, shippingMethod })).toMatchObject(refused)
  expect((await edit(number, { lines, shippingMethod: 'pick_up' })).status).toBe(200)
  expect(await detail(number)).toMatchObject({ isPickUp: true, shipping: 0, total: 2_000 })
  const delivery = (await manualOrder(staff, { items: [{ variantid, quantity: 1 }] })).answer.data.number
  expect(await edit(delivery, { lines, shippingMethod: 'pick_up' })).toMatchObject(refused)
})

test('an edit of what is packed makes the order wait again, and it is ready once all is paid', async () => {
  const number = await pickUp('paid')
  const ready = () => staff.send(readyOrder, { number })
  await ready()
  await edit(number, { discount: { amount: 100, reason: 'Friend' } })
  expect((await detail(number)).readyAt).not.toBeNull()
  await edit(number, { lines: [{ lineId: 1, quantity: 2 }] })
  const waiting = await detail(number)
  expect(waiting).toMatchObject({ readyAt: null, due: 900 })
  expect(waiting.can).not.toContain('ready')
  expect(await ready()).toMatchObject({ status: 409, code: 'amount_due' })
  await markPaid(number, 900)
  expect((await detail(number)).can).toContain('ready')
  expect((await ready()).status).toBe(200)
  expect((await detail(number)).readyAt).not.toBeNull()
  const emails = await db
    .selectFrom('email')
    .select('id')
    .where('template', '=', 'order_ready')
    .where('body_text', 'like', `%${number}%`)
    .execute()
  expect(emails).toHaveLength(2)
  expect(await problems()).toEqual([])
})
