import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addToCart, getCartSummary } from '#contract/cart/cart.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getInvoice, getOrder } from '#contract/orders/order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { deliverOrder, fulfilOrder } from '#contract/orders/admin-order.ts'
import { getSales } from '#contract/reports/report.ts'
import { formatAmount } from '#server/modules/pricing/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

/** A sale with its expected tax and the public source of it. Amounts are minor units. */
interface TaxCase {
  name: string
  /** The country of the business. */
  seller: string
  to: { country: string; state: string; pincode: string }
  taxClass: string
  price: number
  includesTax: boolean
  /** The day of the order. */
  day: string
  /** Percent. */
  rate: number
  tax: number
  source: string
  settings?: Record<string, unknown>
  taxId?: string
  /** The names of the parts on an Indian invoice. */
  parts?: string[]
  /** The beginning of the sentence that the invoice needs. */
  note?: string
}

const cases = JSON.parse(readFileSync('test/harness/data/tax-cases.json', 'utf8')) as TaxCase[]

const presetsOfOneCountry = ['IN', 'GB', 'CH', 'AU', 'SG', 'US']

/** Cases of a kind differ in rate, price and day only. */
const kindOf = ({ seller, includesTax, settings = {}, taxId, parts, note }: TaxCase) => {
  const preset = presetsOfOneCountry.includes(seller) ? seller : 'EU'
  return JSON.stringify([preset, includesTax, Object.keys(settings), taxId !== undefined, parts, note])
}
/** A quote proves the tax of a case. The first case of each kind also becomes an order with all its documents. */
const ordered = new Map(cases.toReversed().map((each) => [kindOf(each), each]))

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
})
afterAll(async () => {
  vi.useRealTimers()
  await stop()
})

async function setUp({ seller, to, includesTax, settings }: TaxCase): Promise<void> {
  const all = {
    'tax.prices_include': includesTax,
    'tax.country': seller,
    'checkout.countries': [to.country],
    'shipping.flat': 0,
    'invoice.state': 'MH',
    'invoice.gstin': '27AAPFU0939F1ZV',
    ...settings,
  }
  await db.deleteFrom('setting').execute()
  await storeSettings(db, all)
}

test('there are at least 60 cases, each with a source, and at least 20 kinds of them', () => {
  expect(ordered.size).toBeGreaterThanOrEqual(20)
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(cases.filter(({ source }) => !source.startsWith('https://'))).toEqual([])
})

test.each(cases)('$name, $day: $rate %', async (each) => {
  const { to, taxClass, price, includesTax, day, rate, tax, taxId = '', parts, note } = each
  await setUp(each)
  // Noon in India, the time zone of the shop.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T06:30:00Z`) })
  const productid = await goods.add(each.name, { taxClass, hsn: '6109', variants: [{ price, stock: 9 }] })
  const total = (includesTax ? price : price + tax) / 100
  const expected = { tax: tax / 100, total, taxincluded: includesTax }

  const shopper = client(app)
  await shopper.send(addToCart, { productid })
  // The cart knows the country that the shop delivers to first, and neither a state nor a business.
  const isKnownToCart = to.country !== 'US' && taxId === ''
  if (isKnownToCart) expect((await shopper.send(getCartSummary)).answer.data).toMatchObject(expected)
  const quote = (await shopper.send(getCheckout, { ...to, ...(taxId && { taxId }) })).answer.data
  expect(quote.summary).toMatchObject(expected)
  if (ordered.get(kindOf(each)) !== each) return

  const shipping = { ...checkoutForm.shipping, ...to }
  const business = { ...shipping, company: 'Rose GmbH', taxId }
  const placed = await order(shopper, {
    shipping,
    ...(taxId && { billing: business }),
    expectedTotal: quote.summary.total,
  })
  expect(placed.status).toBe(201)
  const { number, accessToken } = placed.answer.data
  const view = (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(view).toMatchObject(expected)
  const line = await db
    .selectFrom('order_line')
    .select(['tax_rate', 'tax_why', 'tax', 'total'])
    .where('product_id', '=', productid)
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ tax_rate: rate * 10_000, tax, total: total * 100 })
  expect(line.tax_why).toMatch(new RegExp(`^${rate} %: `))

  const { answer } = await client(app).send(getInvoice, { number, accessToken })
  const { text } = await readPdf(answer.bytes)
  const amount = (minor: number) => formatAmount(minor, 'INR', 'en-IN')
  expect(text).toContain('6109')
  if (tax > 0) {
    expect(text).toContain(`${rate}% ${amount(Math.round(total * 100) - tax)}`)
    expect(text).toContain(amount(tax))
  }
  for (const name of parts ?? []) expect(text).toContain(name)
  if (note) expect(text).toContain(note)

  await staff.browser.send(fulfilOrder, { number })
  await staff.browser.send(deliverOrder, { number })
  const refund = { number, lines: [{ position: 0, quantity: 1 }], preview: true }
  expect((await staff.browser.send(refundOrder, refund)).answer.data.amount).toBe(total)
  const sales = await staff.browser.send(getSales, { by: 'product', from: day, to: day, limit: 100 })
  // The time zone of the database decides nothing: the order carries the moment whose day decided the rate.
  expect(sales.answer.data.find(({ name }) => name === each.name)?.ordered).toBe(total)
})
