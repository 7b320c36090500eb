import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import { editOrderLines, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { bulkOrders } from '#contract/orders/order-actions.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { testApp } from '#test/harness/app/app.ts'
import { cupShop } from '#test/harness/data/cup-shop.ts'
import { balanceOf, newGiftCard, requireNoProblems } from '#test/harness/data/gift-card.ts'
import { order } from '#test/harness/data/order.ts'
import { stranger } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const { staff, cup } = await cupShop({ app, db }, { 'payment.bank_transfer': true })
afterEach(() => requireNoProblems(db))

const shopper = stranger(app)
/** An order of three cups of which a gift card has paid 500. */
async function partPaid(paymentMethod: 'cod' | 'bank_transfer') {
  const gift = await newGiftCard({ staff, shopper }, 500)
  const input = { items: [{ productid: cup, quantity: 3 }], giftCards: [gift.pass], paymentMethod }
  const { status, message, answer } = await order(stranger(app), input)
  expect(status, message).toBe(201)
  return { gift, number: answer.data.number }
}
const read = async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data
const refund = (input: object) => staff.send(refundOrder, input, { 'idempotency-key': randomUUID() })
const emailAbout = async (number: string, template: string) => {
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('template', '=', template)
    .where('reference', 'like', `order:${id}:%`)
    .executeTakeFirstOrThrow()
  return text
}

describe('a refund of all that the card has paid', () => {
  test('leaves a cash order to be shipped and paid', async () => {
    const { gift, number } = await partPaid('cod')
    const lines = [{ position: 0, quantity: 1, restock: true }]
    expect((await refund({ number, lines, reason: 'One cup is broken' })).status).toBe(200)
    expect(await balanceOf(db, gift.id)).toBe(50_000)
    expect(await read(number)).toMatchObject({ status: 'confirmed', paid: 500, refunded: 500, due: 1000 })
    await staff.send(fulfilOrder, { number })
    await staff.send(deliverOrder, { number })
    expect(await read(number)).toMatchObject({ status: 'delivered', paid: 1500, refunded: 500, due: 0 })
    await refund({ number, amount: 1000 })
    expect(await read(number)).toMatchObject({ status: 'refunded' })
  })

  test('ends a cash order that came back', async () => {
    const { number } = await partPaid('cod')
    await staff.send(fulfilOrder, { number })
    await staff.send(returnOrder, { number, reason: '', restock: true })
    expect((await refund({ number, amount: 500 })).status).toBe(200)
    expect(await read(number)).toMatchObject({ status: 'refunded' })
  })

  test('leaves an order waiting for its transfer', async () => {
    const { gift, number } = await partPaid('bank_transfer')
    expect((await refund({ number, amount: 500 })).status).toBe(200)
    expect(await balanceOf(db, gift.id)).toBe(50_000)
    expect(await read(number)).toMatchObject({ status: 'pending', paid: 500, refunded: 500, due: 1000 })
    await staff.send(confirmOrder, { number })
    expect(await read(number)).toMatchObject({ status: 'confirmed', paid: 1500 })
  })
})

describe.each(['cod', 'bank_transfer'] as const)('an edit of an order by %s', (method) => {
  const edit = async (number: string, quantity: number) => {
    const lines = [{ lineId: 1, quantity }]
    const { status, message, answer } = await staff.send(editOrderLines, { number, lines })
    expect(status, message).toBe(200)
    return answer.data.revision!
  }

  test('can be undone, and the card keeps its part', async () => {
    const { gift, number } = await partPaid(method)
    const revision = await edit(number, 4)
    const { revisions } = await read(number)
    expect(revisions).toMatchObject([{ id: revision, canUndo: true }])
    expect((await staff.send(undoOrderEdit, { number, id: revision })).status).toBe(200)
    expect(await read(number)).toMatchObject({ total: 1500, paid: 500, due: 1000 })
    expect(await balanceOf(db, gift.id)).toBe(0)
  })

  test('cannot be undone once the rest is paid', async () => {
    const { number } = await partPaid(method)
    const revision = await edit(number, 4)
    if (method === 'cod') {
      await staff.send(fulfilOrder, { number })
      await staff.send(deliverOrder, { number })
    } else await staff.send(confirmOrder, { number })
    expect((await read(number)).revisions).toMatchObject([{ canUndo: false }])
    expect(await staff.send(undoOrderEdit, { number, id: revision })).toMatchObject({
      status: 409,
      code: method === 'cod' ? 'wrong_status' : 'money_moved',
    })
  })

  test('cannot be undone to a total that the card has paid', async () => {
    const { number } = await partPaid(method)
    await edit(number, 2)
    const second = await edit(number, 3)
    expect((await staff.send(undoOrderEdit, { number, id: second })).status).toBe(200)
    expect(await read(number)).toMatchObject({ total: 1000, paid: 500, due: 500 })
  })
})

test('staff who cancel tell the customer what is back on the card', async () => {
  const { number } = await partPaid('cod')
  const { status } = await staff.send(cancelOrderAsStaff, { number, reason: 'Sold out', restock: true })
  expect(status).toBe(200)
  const text = await emailAbout(number, 'order_cancelled')
  expect(text).toMatch(/₹500\.00 is back on your gift card •••• .{4}\./)
  expect(text).not.toContain('We’ll refund')
  const other = await partPaid('cod')
  await staff.send(bulkOrders, { action: 'cancel', numbers: [other.number], reason: '' })
  expect(await emailAbout(other.number, 'order_cancelled')).toContain('is back on your gift card')
})
