import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
} from '#contract/orders/admin-order.ts'
import { listExports } from '#contract/export/list-export.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { getOverview } from '#contract/reports/report.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let productid: number
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 20 }] })
  staff = await staffWith(db, app, ['orders', 'refunds'])
  await storeSettings(db, { 'payment.bank_transfer': true })
})

async function placed(input: object = {}): Promise<string> {
  const { answer } = await order(client(app), { items: [{ productid, quantity: 2 }], ...input })
  return answer.data.number
}

const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data

test('a packer ships, and neither refunds nor sees refunds, revenue or lists of people', async () => {
  const { browser } = await staffWith(db, app, ['orders'])
  const number = await placed()
  await staff.browser.send(fulfilOrder, { number })
  await staff.browser.send(deliverOrder, { number })
  await staff.browser.send(refundOrder, { number, amount: 10 }, { 'idempotency-key': 'scratched' })
  expect(await detail(number)).toMatchObject({ refunds: [{ amount: 10 }] })
  expect((await detail(number)).can).toContain('refund')
  const seen = (await browser.send(getAdminOrder, { number })).answer.data
  expect(seen).toMatchObject({ refunds: [], creditNotes: [] })
  expect(seen.can).not.toContain('refund')
  const refused = { status: 403, code: 'not_allowed' }
  expect(await browser.send(refundOrder, { number, amount: 10 })).toMatchObject(refused)
  expect(await browser.send(getOverview, {})).toMatchObject(refused)
  expect(await browser.send(listExports.orders, {})).toMatchObject(refused)
  const clerk = await staffWith(db, app, ['customers'])
  expect(await clerk.browser.send(listExports.customers, {})).toMatchObject(refused)
})

test('cancelling an order that was paid needs the permission to refund', async () => {
  const { browser } = await staffWith(db, app, ['orders'])
  const number = await placed({ paymentMethod: 'bank_transfer' })
  await staff.browser.send(confirmOrder, { number })
  expect(await detail(number)).toMatchObject({
    status: 'confirmed',
    can: expect.arrayContaining(['cancel']) as string[],
  })
  expect((await browser.send(getAdminOrder, { number })).answer.data.can).not.toContain('cancel')
  const refused = { status: 403, code: 'refunds_needed' }
  expect(await browser.send(cancelOrderAsStaff, { number })).toMatchObject(refused)
  expect(await detail(number)).toMatchObject({ status: 'confirmed', refunded: 0 })
  const unpaid = await placed()
  expect(await browser.send(cancelOrderAsStaff, { number: unpaid })).toMatchObject({ status: 200 })
})
