import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkProducts, patchProduct } from '#contract/catalog/admin/product.ts'
import { createProduct } from '#contract/catalog/product.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createCoupon } from '#contract/promotions/coupon.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { createManualOrder } from '#contract/orders/manual-order.ts'
import { updatePayment, updateShipping } from '#contract/settings/settings.ts'
import { saveTaxRates } from '#contract/tax/tax.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order, manualOrderForm } from '#test/harness/data/order.ts'
import { newcomer, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
let goods: Goods
let number = ''
beforeAll(async () => {
  staff = (await newcomer(db, app, { role_id: 1 })).browser
  goods = await makeGoods(db)
  number = (await order(stranger(app), { items: [{ productid: goods.mug }] })).answer.data.number
})

const product = (rest: object) => ({ productname: 'Vase', productcategoryid: 1, ...rest })
const withVariant = (rest: object) =>
  product({ variants: JSON.stringify([{ options: { Size: 'S' }, price: 5, ...rest }]) })
const manualItem = (rest: object) => ({ ...manualOrderForm, ...rest })
const shipping = { flat: 1, free_from: null, zones: [] }
const rate = { country: 'IN', class: 'standard', percent: 18 }

/** Each field of money that staff type, with an amount that rupees cannot express. */
const fields = (): [string, Endpoint, object][] => [
  ['productprice', createProduct, product({ productprice: 0.001 })],
  ['variants.0.price', createProduct, withVariant({ price: 0.001 })],
  ['variants.0.sale_price', createProduct, withVariant({ sale_price: 0.001 })],
  ['variants.0.cost', createProduct, withVariant({ cost: 1.005 })],
  ['price', patchProduct, { id: goods.mug, price: '0.001', version: 1 }],
  [
    'change.price.value',
    bulkProducts,
    { ids: [goods.mug], change: { price: { by: 'amount', value: 0.004 } } },
  ],
  ['amount', createCoupon, { code: 'FIRST', kind: 'amount', amount: 0.001 }],
  ['minimum', createCoupon, { code: 'SECOND', kind: 'amount', amount: 1, minimum: 0.001 }],
  [
    'items.0.price',
    createManualOrder,
    manualItem({ items: [{ productid: goods.mug, quantity: 1, price: 0.001, reason: 'Gift' }] }),
  ],
  [
    'discount.amount',
    createManualOrder,
    manualItem({
      items: [{ productid: goods.mug, quantity: 1 }],
      discount: { amount: 0.001, reason: 'Gift' },
    }),
  ],
  ['amount', refundOrder, { number, amount: 0.001, preview: true }],
  ['flat', updateShipping, { ...shipping, flat: 0.001 }],
  ['free_from', updateShipping, { ...shipping, free_from: 0.001 }],
  ['cod_max', updatePayment, { cod: true, bank_transfer: false, bank_details: '', cod_max: 0.001 }],
  [
    'rates.0.upTo',
    saveTaxRates,
    {
      classes: [],
      rates: [
        { ...rate, upTo: 0.001 },
        { ...rate, over: 0.001 },
      ],
    },
  ],
]

test('an amount with more decimals than the currency is refused with its field, and nothing is written', async () => {
  const before = await db.selectFrom('audit_entry').select('id').execute()
  for (const [path, endpoint, input] of fields()) {
    const key = { 'idempotency-key': `${path} of ${endpoint.path}` }
    expect([endpoint.path, await staff.send(endpoint, input, key)]).toMatchObject([
      endpoint.path,
      { status: 400, issues: [{ path, message: 'Enter at most 2 decimals, as INR has' }] },
    ])
  }
  expect((await db.selectFrom('audit_entry').select('id').execute()).length).toBe(before.length)
})

test('the noise of floating-point sums is no decimal', async () => {
  expect((await staff.send(createProduct, product({ productprice: 0.1 + 0.2 }))).status).toBeLessThan(300)
})
