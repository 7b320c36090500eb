import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { approveReturn, getAdminReturnLabel, requestReturn } from '#contract/orders/return.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { checkoutForm, manualOrder } from '#test/harness/data/order.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
let variantid = 0
beforeAll(async () => {
  staff = (await staffWith(db, app, ['orders', 'refunds'])).browser
  const goods = await makeGoods(db)
  const productid = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 9 }] })
  ;[variantid = 0] = await variantsOf(db, productid)
  await db.updateTable('shop').set({ address: '1 Market Road\nPune 411001' }).execute()
})

/** The text of the return label of an order that was picked up. */
async function returnLabelOf(input: object) {
  const contact = { name: 'Asha Rao', phone: '98714 18929' }
  const items = [{ variantid, quantity: 1 }]
  const pickUp = { items, contact, shipping: null, shippingMethod: 'pick_up', payment: 'paid' }
  const { number } = (await manualOrder(staff, { ...pickUp, ...input })).answer.data
  await staff.send(deliverOrder, { number })
  const { customerLink } = (await staff.send(getAdminOrder, { number })).answer.data
  const accessToken = new URL(customerLink ?? '').searchParams.get('accessToken') ?? ''
  const lines = [{ lineId: 1, quantity: 1, reason: 'Too small' }]
  const { id } = (await stranger(app).send(requestReturn, { number, accessToken, lines })).answer.data
  await staff.send(approveReturn, { id })
  return (await readPdf((await staff.send(getAdminReturnLabel, { id })).answer.bytes)).text
}

test('what was picked up comes back from its buyer, and not from the shop', async () => {
  const label = await returnLabelOf({ billing: checkoutForm.shipping })
  const [sender = '', recipient = ''] = label.split('To')
  expect(sender).toContain('4 Rose Lane')
  expect(sender).toContain('98714 18929')
  expect(sender).not.toContain('1 Market Road')
  expect(recipient).toContain('1 Market Road')
})

test('a buyer without an address is named', async () => {
  const [sender = ''] = (await returnLabelOf({})).split('To')
  expect(sender).toContain('Asha Rao')
  expect(sender).not.toContain('1 Market Road')
})
