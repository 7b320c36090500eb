import { afterAll, expect, test } from 'vitest'
import { undoAudit, getAudit } from '#contract/audit/audit.ts'
import { correctOrder } from '#contract/orders/admin-order.ts'
import { cancelWithdrawn } from '#contract/orders/hold.ts'
import { editOrderLines, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { withdraw } from '#contract/orders/return.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
import { newKey } from '#test/harness/data/edited-order.ts'
import { stranger } from '#test/harness/people/account.ts'
import { carrierShop } from '#test/harness/services/carriers/carrier-shop.ts'

const shop = await carrierShop()
const { app, shiprocket } = shop
const staff = shop.staff.browser
afterAll(shop.stop)
await shop.connectShiprocket()

test('while a label is being bought, nothing that it ships changes', async () => {
  const { number } = await shop.placed()
  const less = { number, lines: [{ lineId: 2, quantity: 1 }] }
  const { revision } = (await staff.send(editOrderLines, less)).answer.data
  await staff.send(correctOrder, { number, phone: '+91 98765 00000' })
  const { id, serial } = await shop.detail(number)
  const { data: entries } = (await staff.send(getAudit, { subject: 'order', subjectId: String(id) })).answer
  const before = await shop.detail(number)
  // The answer of the carrier is lost, so the purchase stays open.
  shiprocket.faults.set('/assign/awb', 'lose')
  const lines = [
    { lineId: 1, quantity: 3 },
    { lineId: 2, quantity: 1 },
  ]
  const choice = { carrier: 'shiprocket', quote: '43', lines }
  expect((await shop.buy(number, choice)).answer.data.state).toBe('buying')
  const shippingAddress = { ...checkoutForm.shipping, line1: '5 Rose Lane' }
  const refusals = [
    await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 1 }] }),
    await staff.send(undoOrderEdit, { number, id: revision ?? 0 }, newKey()),
    await staff.send(correctOrder, { number, shippingAddress }),
    await staff.send(correctOrder, { number, phone: '+91 98765 11111' }),
    await staff.send(undoAudit, { entry: entries[0]!.id }),
  ]
  for (const refused of refusals)
    expect(refused).toMatchObject({
      status: 409,
      code: 'label_pending',
      message: `A label of order ${serial} is being bought. Wait for its result`,
    })
  expect(await shop.detail(number)).toEqual(before)
  await stranger(app).send(withdraw, {
    number,
    email: checkoutForm.contact.email,
    lines: [{ lineId: 1, quantity: 1 }],
  })
  expect(await staff.send(cancelWithdrawn, { number })).toMatchObject({ status: 409, code: 'label_pending' })
  shiprocket.faults.clear()
})

test('a purchase that came to nothing lets the order change again', async () => {
  const { number } = await shop.placed()
  shiprocket.state.awbRefusal = 'Courier not serviceable'
  await shop.buy(number, { carrier: 'shiprocket', quote: '43' })
  expect(await shop.labels(number)).toMatchObject([{ state: 'refused' }])
  const edit = { number, lines: [{ lineId: 1, quantity: 1 }] }
  expect((await staff.send(editOrderLines, edit)).status).toBe(200)
})
