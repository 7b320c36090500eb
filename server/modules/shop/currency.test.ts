import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoAudit } from '#contract/audit/audit.ts'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { getSettings, updateShipping } from '#contract/settings/settings.ts'
import { updateCurrency } from '#contract/shop/shop-settings.ts'
import { updateSettings } from '#server/modules/settings/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  await db.updateTable('shop').set({ currency: 'EUR' }).where('config_id', '=', 1).execute()
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
})

const change = (currency: string, confirmed = true) =>
  staff.send(updateCurrency, { currency, locale: 'en-GB', confirmed })
const settings = async () => (await staff.send(getSettings)).answer.data
const variantOf = (productId: number) =>
  db
    .selectFrom('variant')
    .select(['price', 'sale_price', 'cost'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()

test('a currency with other decimals keeps the numbers of all amounts', async () => {
  const jug = await goods.add('Jug', { variants: [{ price: 2050, salePrice: 1549, cost: 1049, stock: 5 }] })
  const { shipping } = await settings()
  const sent = await staff.send(updateShipping, {
    ...shipping,
    flat: 20.5,
    free_from: null,
    express_amount: 7.49,
  })
  expect(sent.status, sent.message).toBe(200)
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  await db.transaction().execute((tx) => updateSettings(tx, context, 'payment', { cod_max: 9_999 }))
  const { id } = await newCoupon(db, { kind: 'amount', percent: null, amount: 550, minimum: 4_950 })
  const visitor = client(app)
  await visitor.send(addToCart, { productid: jug, quantity: 1 })

  expect((await change('JPY', false)).message).toMatch(
    /what costs €[\d.]+ now will cost JP¥\d{1,4}\. .* rounded/,
  )
  const { status, message } = await change('JPY')
  expect(status, message).toBe(200)
  expect(await variantOf(jug)).toEqual({ price: 21, sale_price: 15, cost: 10 })
  expect((await settings()).shipping).toMatchObject({ flat: 21, free_from: null, express_amount: 7 })
  expect((await settings()).payment).toMatchObject({ cod_max: 100 })
  const coupon = () =>
    db.selectFrom('coupon').select(['amount', 'minimum']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(await coupon()).toEqual({ amount: 6, minimum: 50 })
  expect((await visitor.send(getCarts)).answer.data).toMatchObject([{ productprice: 15, notices: [] }])
  // No shop has the prices of another one.
  expect((await variantOf(goods.foreign)).price).toBe(100)

  expect((await change('KWD')).status).toBe(200)
  expect(await variantOf(jug)).toEqual({ price: 21_000, sale_price: 15_000, cost: 10_000 })
  expect((await settings()).shipping).toMatchObject({ flat: 21, free_from: null, express_amount: 7 })
  expect(await coupon()).toEqual({ amount: 6_000, minimum: 50_000 })
})

test('settings that nobody changed keep their defaults', async () => {
  await db.deleteFrom('setting').where('key', 'like', 'shipping.%').execute()
  expect((await change('EUR')).status).toBe(200)
  const rows = await db.selectFrom('setting').select('key').where('key', 'like', 'shipping.%').execute()
  expect(rows).toEqual([])
  expect((await settings()).shipping).toMatchObject({ flat: 99 })
})

test('a price that would be too high in the new currency is refused, and nothing changes', async () => {
  expect((await change('JPY')).status).toBe(200)
  const ship = await goods.add('Ship', { variants: [{ price: 20_000_000_000 }] })
  expect(await change('EUR')).toMatchObject({
    status: 409,
    code: 'price_too_high',
    message: 'The price of Ship would be too high in this currency',
  })
  expect((await variantOf(ship)).price).toBe(20_000_000_000)
})

test('an undone change keeps the numbers, too', async () => {
  const lamp = await goods.add('Paper lamp', { variants: [{ price: 300 }] })
  await db.updateTable('variant').set({ price: 300 }).where('price', '>', 1_000_000_000).execute()
  expect((await change('EUR')).status).toBe(200)
  expect((await variantOf(lamp)).price).toBe(30_000)
  const { id } = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'shop')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await staff.send(undoAudit, { entry: id })).status).toBe(200)
  expect((await variantOf(lamp)).price).toBe(300)
})
