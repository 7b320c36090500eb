import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createBanner } from '#contract/catalog/admin/banner.ts'
import { createCustomField } from '#contract/custom-fields/custom-field.ts'
import { createCategory } from '#contract/catalog/admin/category.ts'
import { createCollection } from '#contract/catalog/admin/collection.ts'
import { bulkProducts, duplicateProduct } from '#contract/catalog/admin/product.ts'
import { uploadImport } from '#contract/imports/import.ts'
import { createSpecification } from '#contract/catalog/admin/specification.ts'
import { createSubcategory } from '#contract/catalog/admin/subcategory.ts'
import { createProduct } from '#contract/catalog/product.ts'
import { correctStock, receiveStock } from '#contract/stock/stock.ts'
import { createPage } from '#contract/content/admin-page.ts'
import { updatePayment } from '#contract/settings/settings.ts'
import { createWebhook, replayWebhook, rotateWebhookSecret, testWebhook } from '#contract/webhooks/webhook.ts'
import {
  connectRazorpay,
  connectStripe,
  getPaymentAccounts,
} from '#contract/payment-accounts/payment-account.ts'
import { startTestPayment } from '#contract/payment-accounts/test-payment.ts'
import { createRedirect } from '#contract/redirects/redirect.ts'
import { resendEmail, sendTestEmail } from '#contract/email/email.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import {
  addOrderNote,
  cancelOrderAsStaff,
  confirmOrder,
  deliverOrder,
  fulfilOrder,
  readyOrder,
  resendOrderEmail,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import { editOrderLines, markOrderPaid, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { createCoupon } from '#contract/promotions/coupon.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { createShipment, deliverShipment } from '#contract/orders/shipment.ts'
import { buyLabel } from '#contract/carriers/label.ts'
import { createManualOrder, placeDraft } from '#contract/orders/manual-order.ts'
import { correctGiftCard, issueGiftCard, replaceGiftCardCode } from '#contract/credit/gift-card.ts'
import { changeStoreCredit } from '#contract/credit/store-credit.ts'
import { addCustomerNote } from '#contract/identity/customer.ts'
import { invite, resendInvitation } from '#contract/identity/invitation.ts'
import { createRole } from '#contract/identity/role.ts'
import { createSearchRule, createSynonym } from '#contract/search/search-words.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { checkoutForm, order, manualOrder, manualOrderForm } from '#test/harness/data/order.ts'
import { newcomer, newUser, stranger } from '#test/harness/people/account.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { stripeServer } from '#test/harness/services/stripe-server.ts'

const [stripe, razorpay] = await Promise.all([stripeServer(), razorpayServer()])
const { app, db, stop } = await testApp({
  env: { RATE_LIMITS: 'off', STRIPE_URL: stripe.url, RAZORPAY_URL: razorpay.url },
})
afterAll(() => Promise.all([stop(), stripe.stop(), razorpay.stop()]))
const { browser: admin } = await newcomer(db, app, { role_id: 1 })
const goods = await makeGoods(db)
const cup = await goods.add('Small cup', { variants: [{ price: 50_000, stock: 100 }] })
const [mugVariant = 0] = await variantsOf(db, goods.mug)
const { id: customer } = await newUser(db)
const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#96401f' } })
  .png()
  .toBuffer()
const { category_id: category } = await db
  .selectFrom('product')
  .select('category_id')
  .where('id', '=', goods.mug)
  .executeTakeFirstOrThrow()
let number = ''
let unshipped = ''
let emailId = 0
let giftCard = 0
const invitations: number[] = []
const webhooks: number[] = []
const drafts: string[] = []
const steps = ['unpaid', 'toShip', 'toLabel', 'toDeliver', 'toCancel', 'toReturn', 'inParts'] as const
/** Two orders for each step, which are ready for it. */
const ready = Object.fromEntries(steps.map((step) => [step, [] as string[]])) as Record<
  (typeof steps)[number],
  string[]
>
const shipments: number[] = []
const pickUps: string[] = []
/** Edits of orders that were paid directly: two to undo, and two whose difference is received. */
const edited: { number: string; revision: number }[] = []
const itemsOf = (n: number) => ({ items: [{ productid: goods.mug, quantity: 1 + n }] })

beforeAll(async () => {
  const placed = await order(stranger(app), { items: [{ productid: goods.mug, quantity: 2 }] })
  ;({ number } = placed.answer.data)
  const other = await order(stranger(app), { items: [{ productid: goods.mug, quantity: 3 }] })
  unshipped = other.answer.data.number
  await admin.send(fulfilOrder, { number })
  await admin.send(deliverOrder, { number })
  const email = await db
    .updateTable('email')
    .set({ sent_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  emailId = email.id
  giftCard = (await admin.send(issueGiftCard, { amount: 100, reason: 'Prize' })).answer.data.id
  for (const url of ['https://93.184.215.14/a', 'https://93.184.215.14/b'])
    webhooks.push((await admin.send(createWebhook, { url, kinds: ['order.paid'] })).answer.data.id)
  for (const n of [0, 1]) {
    const draft = { ...itemsOf(n), state: 'draft' }
    drafts.push((await manualOrder(admin, draft)).answer.data.number)
    const pickUp = { items: [{ productid: cup, quantity: 1 + n }], shippingMethod: 'pick_up', payment: 'cod' }
    pickUps.push((await manualOrder(admin, pickUp)).answer.data.number)
  }
  await admin.send(updatePayment, { cod: true, bank_transfer: true, bank_details: 'IBAN 1234' })
  for (const orders of Object.values(ready))
    for (const n of [0, 1]) {
      const items = [{ productid: cup, quantity: 2 }]
      const contact = { ...checkoutForm.contact, email: `asha${n}@example.com` }
      const paymentMethod = orders === ready.unpaid ? 'bank_transfer' : 'cod'
      orders.push((await order(stranger(app), { items, contact, paymentMethod })).answer.data.number)
    }
  for (let n = 0; n < 4; n++) {
    const items = [{ productid: cup, quantity: 1 }]
    const paid = (await manualOrder(admin, { items, payment: 'paid' })).answer.data.number
    const change = { number: paid, lines: [{ lineId: 1, quantity: 2 }] }
    const { revision } = (await admin.send(editOrderLines, change)).answer.data
    edited.push({ number: paid, revision: revision ?? 0 })
  }
  for (const shipped of [...ready.toDeliver, ...ready.toReturn])
    await admin.send(fulfilOrder, { number: shipped })
  for (const delivered of ready.toReturn) await admin.send(deliverOrder, { number: delivered })
  for (const inParts of ready.inParts) {
    const lines = [{ lineId: 1, quantity: 1 }]
    shipments.push((await admin.send(createShipment, { number: inParts, lines })).answer.data.id)
  }
  for (const address of ['meera@example.com', 'ravi@example.com'])
    invitations.push((await admin.send(invite, { email: address, roleId: 1 })).answer.data.id)
  const { secretKey, webhookSecret } = stripe.keys
  await admin.send(connectStripe, { mode: 'test', secretKey, webhookSecret })
  await admin.send(connectRazorpay, { mode: 'test', ...razorpay.keys })
  const shown = async () => (await admin.send(getPaymentAccounts)).answer.data.accounts
  // The process reads the accounts again once it hears of the change.
  await vi.waitUntil(async () => (await shown()).every(({ shownAs }) => shownAs !== ''))
})

interface Sent {
  input: object
  files?: Record<string, Buffer>
}

/** Two different inputs for each call of staff that takes a key. */
const inputs = new Map<Endpoint, (n: number) => Sent>([
  [
    createCustomField,
    (n) => ({ input: { subject: 'product', key: `lot_${n}`, kind: 'text', name: `Lot ${n}` } }),
  ],
  [createBanner, (n) => ({ input: { title: `Sale ${n}` }, files: { bannerimage: image } })],
  [
    createCategory,
    (n) => ({ input: { productcategoryname: `Decor ${n}` }, files: { productcategoryimage: image } }),
  ],
  [
    createSubcategory,
    (n) => ({
      input: { subcategoryName: `Vases ${n}`, categoryId: String(category) },
      files: { productsubcategoryimage: image },
    }),
  ],
  [createCollection, (n) => ({ input: { name: `Gifts ${n}` } })],
  [createSpecification, (n) => ({ input: { specificationName: `Material ${n}` } })],
  [
    createProduct,
    (n) => ({
      input: { productname: `Vase ${n}`, productcategoryid: String(category), productprice: '5', stock: '3' },
      files: { productimages: image },
    }),
  ],
  [duplicateProduct, (n) => ({ input: { id: n ? goods.mug : goods.lamp } })],
  [
    bulkProducts,
    (n) => ({
      input: { ids: [n ? goods.mug : goods.lamp], change: { price: { by: 'percent', value: 10 } } },
    }),
  ],
  [receiveStock, (n) => ({ input: { lines: [{ variantid: mugVariant, quantity: 3 + n }] } })],
  [correctStock, (n) => ({ input: { variantid: mugVariant, change: 1 + n, reason: 'Found' } })],
  [createRedirect, (n) => ({ input: { from: `/old/${n}`, to: '/products' } })],
  [createPage, (n) => ({ input: { slug: `guide-${n}`, title: 'Guide', body: '' } })],
  [createSynonym, (n) => ({ input: { words: [`cup${n}`, `mug${n}`] } })],
  [createSearchRule, (n) => ({ input: { q: `cups ${n}`, pinned: [goods.mug] } })],
  [createCoupon, (n) => ({ input: { code: `TEN${n}`, kind: 'percent', percent: 10 } })],
  [uploadImport, (n) => ({ input: {}, files: { file: Buffer.from(`Name,Price\r\nVase,${n + 1}\r\n`) } })],
  [createRole, (n) => ({ input: { name: `Packer ${n}`, permissions: ['orders'] } })],
  [changeStoreCredit, (n) => ({ input: { id: customer, change: 10 + n, reason: 'Late delivery' } })],
  [issueGiftCard, (n) => ({ input: { amount: 100 + n, reason: 'Prize' } })],
  [correctGiftCard, (n) => ({ input: { id: giftCard, change: 1 + n, reason: 'Typing error' } })],
  [replaceGiftCardCode, (n) => ({ input: { id: giftCard, recipientEmail: `asha${n}@example.com` } })],
  [addCustomerNote, (n) => ({ input: { id: customer, note: `Called ${n}` } })],
  [addOrderNote, (n) => ({ input: { number, text: `On its way ${n}`, isPublic: true } })],
  [resendOrderEmail, (n) => ({ input: { number, kind: n ? 'confirmed' : 'shipped' } })],
  [confirmOrder, (n) => ({ input: { number: ready.unpaid[n] } })],
  [undoOrderEdit, (n) => ({ input: { number: edited[n]?.number, id: edited[n]?.revision } })],
  [markOrderPaid, (n) => ({ input: { number: edited[2 + n]?.number, amount: 500 } })],
  [fulfilOrder, (n) => ({ input: { number: ready.toShip[n], carrier: 'India Post', tracking: `EX${n}` } })],
  [readyOrder, (n) => ({ input: { number: pickUps[n] } })],
  [deliverOrder, (n) => ({ input: { number: ready.toDeliver[n] } })],
  [deliverShipment, (n) => ({ input: { number: ready.inParts[n], id: shipments[n] } })],
  [cancelOrderAsStaff, (n) => ({ input: { number: ready.toCancel[n], reason: 'Asked by phone' } })],
  [returnOrder, (n) => ({ input: { number: ready.toReturn[n], reason: 'Did not fit' } })],
  [createShipment, (n) => ({ input: { number: unshipped, lines: [{ lineId: 1, quantity: 1 + n }] } })],
  [
    buyLabel,
    (n) => ({
      input: {
        number: ready.toLabel[n],
        lines: [{ lineId: 1, quantity: 2 }],
        weight: 100,
        carrier: 'own',
        quote: 'standard',
      },
    }),
  ],
  [createManualOrder, (n) => ({ input: { ...manualOrderForm, ...itemsOf(n) } })],
  [placeDraft, (n) => ({ input: { number: drafts[n] } })],
  [refundOrder, (n) => ({ input: { number, amount: 1 + n } })],
  [invite, (n) => ({ input: { email: `packer${n}@example.com`, roleId: 1 } })],
  [resendInvitation, (n) => ({ input: { id: invitations[n] } })],
  [createWebhook, (n) => ({ input: { url: `https://93.184.215.14/events-${n}`, kinds: ['order.placed'] } })],
  [rotateWebhookSecret, (n) => ({ input: { id: webhooks[n] } })],
  [testWebhook, (n) => ({ input: { id: webhooks[n] } })],
  [replayWebhook, (n) => ({ input: { id: webhooks[n], from: '2020-01-01T00:00:00Z' } })],
  [resendEmail, (n) => ({ input: { id: emailId + n } })],
  [startTestPayment, (n) => ({ input: { provider: n ? 'razorpay' : 'stripe' } })],
  [sendTestEmail, (n) => ({ input: { template: n ? 'order_shipped' : 'order_confirmed' } })],
])

const send = (endpoint: Endpoint, { input, files }: Sent, key: string) => {
  const headers = { 'idempotency-key': key }
  return files
    ? admin.upload(endpoint, input as Record<string, string>, files, headers)
    : admin.send(endpoint, input, headers)
}

/** The rows that the calls add, together. */
async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from audit_entry) + (select count(*) from email) + (select count(*) from refund)
      + (select count(*) from stock_movement) + (select count(*) from product) + (select count(*) from order_event)
      + (select count(*) from data_import) as count`.execute(db)
  return Number(rows[0]?.count)
}

it('the examples are all calls of staff that take a key', () => {
  const taking = endpoints.filter(
    ({ audience, takesIdempotencyKey }) => audience.startsWith('staff') && takesIdempotencyKey,
  )
  expect([...inputs.keys()].map(({ path }) => path).toSorted()).toEqual(
    taking.map(({ path }) => path).toSorted(),
  )
})

it.each([...inputs].map(([endpoint, inputOf]) => [endpoint.path, endpoint, inputOf] as const))(
  '%s happens once per key, even for 16 simultaneous calls',
  async (path, endpoint, inputOf) => {
    const start = await countRows()
    expect((await send(endpoint, inputOf(1), `${path} first`)).status).toBeLessThan(300)
    const before = await countRows()
    const rowsOfOneCall = before - start
    expect(rowsOfOneCall).toBeGreaterThan(0)
    const [answer, ...others] = await Promise.all(
      Array.from({ length: 16 }, () => send(endpoint, inputOf(0), path)),
    )
    expect(answer?.status).toBeLessThan(300)
    for (const other of others) expect(other).toEqual(answer)
    expect(await countRows()).toBe(before + rowsOfOneCall)

    // The answer was lost, and the person presses again.
    expect(await send(endpoint, inputOf(0), path)).toEqual(answer)
    expect(await countRows()).toBe(before + rowsOfOneCall)
    expect(await send(endpoint, inputOf(1), path)).toMatchObject({ status: 422, code: 'key_reused' })
  },
)

it('the key of a refused call is free again', async () => {
  const key = 'refused'
  const input = { specificationName: 'Material 0' }
  expect(await send(createSpecification, { input }, key)).toMatchObject({ code: 'name_taken' })
  await db.deleteFrom('specification').where('name', '=', 'Material 0').execute()
  expect(await send(createSpecification, { input }, key)).toMatchObject({ status: 200 })
})

it('another image under the same key is another call', async () => {
  const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const files = (bytes: Buffer) => ({ input: {}, files: { bannerimage: bytes } })
  expect(await send(createBanner, files(image), 'image')).toMatchObject({ status: 200 })
  expect(await send(createBanner, files(other), 'image')).toMatchObject({ status: 422 })
})
