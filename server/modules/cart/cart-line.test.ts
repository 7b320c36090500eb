import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, getCarts, getCartSummary, updateCart } from '#contract/cart/cart.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'
import { exportCart } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

const linesOf = async (who: Client) => (await who.send(getCarts)).answer.data

test('notes on a line: price up, price down, too many, sold out, gone', async () => {
  const visitor = client(app)
  const bowl = await goods.add('Bowl', { variants: [{ price: 10_000, stock: 5 }] })
  await visitor.send(addToCart, { productid: bowl, quantity: 4 })
  const after = async (price: number, stock: number, rest = {}) => {
    await goods.change(bowl, { variants: [{ price, stock }], ...rest })
    const [line] = await linesOf(visitor)
    const { quantity } = (await visitor.send(getCartSummary)).answer.data
    return { ...line!, total: quantity }
  }
  expect(await after(11_000, 5)).toMatchObject({
    notices: ['price_up'],
    productprice: 110,
    price_at_add_time: 100,
  })
  expect(await after(9_000, 3)).toMatchObject({ notices: ['too_many', 'price_down'], stock: 3, total: 4 })
  expect(await after(10_000, 0)).toMatchObject({ notices: ['sold_out'], stock: 0, total: 0 })
  const gone = await after(20_000, 5, { status: 'archived' })
  expect(gone).toMatchObject({ notices: ['gone'], stock: 0, productprice: 100, total: 0 })
  expect(await visitor.send(updateCart, { productid: bowl, quantity: 1 })).toMatchObject({
    status: 404,
    message: 'This product is no longer available',
  })
})

test('stores the exact unit price of the moment of adding', async () => {
  const visitor = client(app)
  for (const [price, offer] of [
    [1, 5_000],
    [3, 5_000],
    [99_999, 3_333],
    [12_345, 1],
    [12_345, 9_999],
    [100, 10_000],
    [9_999_999_999, 1_250],
  ] as const) {
    const thing = await goods.add('Thing', { offer, variants: [{ price, stock: 1 }] })
    expect(await visitor.send(addToCart, { productid: thing })).toMatchObject({ status: 200 })
    const line = (await linesOf(visitor)).at(-1)!
    expect(line).toMatchObject({ productid: thing, notices: [], price_at_add_time: line.productprice })
  }
})

test('charges shipping by the settings of the shop', async () => {
  const visitor = client(app)
  await visitor.send(addToCart, { productid: goods.mug })
  const summary = async () => (await visitor.send(getCartSummary)).answer.data
  const set = (key: string, value: string) =>
    db
      .insertInto('setting')
      .values({ config_id: 1, key, value })
      .onConflict((conflict) => conflict.columns(['config_id', 'key']).doUpdateSet({ value }))
      .execute()
  await set('shipping.flat', '5000')
  await set('shipping.free_from', 'null')
  expect(await summary()).toMatchObject({ shipping: 50, total: 500, freeshippingfrom: null })
  await set('shipping.free_from', '45000')
  expect(await summary()).toMatchObject({ shipping: 0, total: 450, freeshippingfrom: 450 })
  await set('shipping.flat', '"-1"')
  await set('shipping.free_from', '-1')
  expect(await summary()).toMatchObject({ shipping: 99, total: 549, freeshippingfrom: 1_499 })
  await db.deleteFrom('setting').execute()
})

test('exports the cart of a user', async () => {
  const { userId, token } = await openSession(db)
  const user = client(app, { cookies: new Map([['session', token]]) })
  await user.send(addToCart, { productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 2 })
  expect(await exportCart(db, 1, userId)).toEqual([
    {
      product: 'Lamp',
      options: { Colour: 'Sage', Size: 'Small' },
      quantity: 2,
      priceWhenAdded: 1_000,
      addedAt: expect.any(String),
      saved: false,
    },
  ])
  expect(await exportCart(db, 2, userId)).toEqual([])
})
