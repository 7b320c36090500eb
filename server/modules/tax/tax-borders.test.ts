import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart } from '#contract/cart/cart.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getInvoice } from '#contract/orders/order.ts'
import { getTaxReport } from '#contract/reports/tax-report.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

interface Border {
  country: string
  postal: string
  percent: number
  why: string
  code: string
}
const borders = JSON.parse(readFileSync('test/harness/data/tax-borders.json', 'utf8')) as Border[]

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let productid: number
let staff: Client
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = await goods.add('Lamp', { taxClass: 'standard', variants: [{ price: 10_000, stock: 999 }] })
  staff = (await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])).browser
  await db.updateTable('shop').set({ address: 'Rosenweg 4, Bremen', currency: 'EUR' }).execute()
  await storeSettings(db, {
    'tax.country': 'DE',
    'tax.prices_include': false,
    'tax.eu_sales': 'destination',
    'tax.reverse_charge': true,
    'shipping.flat': 500,
    'shipping.free_from': null,
    'checkout.countries': [...new Set(borders.map(({ country }) => country))],
  })
})
afterAll(stop)

test('a checkout charges the tax of each side of the borders, on goods and delivery', async () => {
  const shopper = client(app)
  await shopper.send(addToCart, { productid })
  const wrong = []
  for (const { country, postal, percent } of borders) {
    const { answer } = await shopper.send(getCheckout, { country, pincode: postal })
    const { tax, total } = answer.data.summary
    const cents = Math.round(percent * 100) + Math.round(percent * 5)
    if (tax !== cents / 100 || total !== (10_500 + cents) / 100) wrong.push({ country, postal, percent, tax })
  }
  expect(wrong).toEqual([])
})

test.each([
  ['ES', '35001', '0 %: Export to the Canary Islands (outside EU VAT)', '(Article 6)', 'Canary Islands', 0],
  ['MC', '98000', '20 %: Standard, delivered to Monaco', 'Prices exclude VAT', 'France', 20],
  ['GB', 'BT1 5GS', '20 %: Standard, delivered to Northern Ireland', 'exclude VAT', 'Northern Ireland', 20],
])(
  'an order to %s %s: sentence, note and place agree',
  async (country, pincode, why, note, place, percent) => {
    const shipping = { ...checkoutForm.shipping, state: 'Any', city: 'Town', country, pincode }
    const placed = await order(client(app), { items: [{ productid }], shipping })
    expect(placed.status).toBe(201)
    const { number, accessToken } = placed.answer.data
    const line = db.selectFrom('order_line').innerJoin('shop_order', 'shop_order.id', 'order_line.order_id')
    const { tax_why: found } = await line
      .select('tax_why')
      .where('shop_order.number', '=', number)
      .executeTakeFirstOrThrow()
    expect(found).toContain(why)
    const { answer } = await client(app).send(getInvoice, { number, accessToken })
    expect((await readPdf(answer.bytes)).text.replaceAll(/\s+/g, ' ')).toContain(note)
    const { data } = (await staff.send(getTaxReport, { by: 'place' })).answer
    expect(data.find((row) => row.place === place)).toMatchObject({ rate: percent, taxable: 105 })
  },
)
