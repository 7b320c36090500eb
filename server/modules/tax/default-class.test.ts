import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminProducts } from '#contract/catalog/admin/product.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { addToCart } from '#contract/cart/cart.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let productid: number
let staff: Client
let before: number
beforeAll(async () => {
  const goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['catalog'])).browser
  before = await untaxed()
  // These are not counted: staff have chosen.
  await goods.add('Book', { taxClass: 'exempt', variants: [{ price: 100, stock: 9 }] })
  await goods.add('Tea', { gst: 500, variants: [{ price: 100, stock: 9 }] })
  productid = await goods.add('Lamp', { variants: [{ price: 11_900, stock: 9 }] })
  await storeSettings(db, { 'checkout.countries': ['IN', 'DE', 'SG'], 'shipping.flat': 0 })
})

const untaxed = async () =>
  (await staff.send(getAdminProducts, { missing: 'tax', status: 'live' })).answer.total

const vat = [{ kind: 'vat', value: 'DE136695976' }]
const gstin = '27AAPFU0939F1ZV'

test.each([
  ['an Indian shop without a GSTIN', {}, 'IN', 0, true],
  ['an Indian shop with a GSTIN', { 'invoice.gstin': gstin }, 'IN', 18.15, false],
  ['a German shop without a VAT ID', { 'tax.country': 'DE', 'invoice.gstin': gstin }, 'DE', 0, true],
  ['a German shop with a VAT ID', { 'tax.country': 'DE', 'invoice.tax_numbers': vat }, 'DE', 19, false],
  [
    'a shop in Singapore with a UEN',
    { 'tax.country': 'SG', 'invoice.tax_numbers': [{ kind: 'uen', value: '197401143C' }] },
    'SG',
    0,
    true,
  ],
  ['a shop that chose no tax', { 'invoice.gstin': gstin, 'tax.default_class': '' }, 'IN', 0, false],
  ['a shop that chose a class', { 'tax.default_class': 'reduced' }, 'IN', 5.67, false],
])('%s', async (_name, settings, country, tax, isCounted) => {
  await sql`delete from setting where key like 'tax.%' or key like 'invoice.%'`.execute(db)
  for (const [key, value] of Object.entries(settings))
    await sql`insert into setting (config_id, key, value) values (1, ${key}, ${JSON.stringify(value)})`.execute(
      db,
    )
  const shopper = client(app)
  await shopper.send(addToCart, { productid })
  const place = { country, state: country === 'IN' ? 'MH' : 'Any' }
  expect((await shopper.send(getCheckout, place)).answer.data.summary.tax).toBe(tax)
  const count = await untaxed()
  expect(count > 0).toBe(isCounted)
  if (isCounted) expect(count).toBe(before + 1)
})
