import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { createWishlist, getSharedWishlist, getWishlist, shareWishlist } from '#contract/wishlist/wishlist.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
let ids: number[]
let many: number
beforeAll(async () => {
  goods = await makeGoods(db)
  const sizes = Array.from({ length: 105 }, (_, index) => ({
    price: 100,
    stock: 9,
    options: { Size: `${index}` },
  }))
  many = await goods.add('Many', { options: ['Size'], variants: sizes })
  ids = await variantsOf(db, many)
})

async function customer() {
  const { token } = await openSession(db)
  return client(app, { cookies: new Map([['session', token]]) })
}
/** The user in the browser of the visitor. */
const joined = (user: Client, visitor: Client) =>
  client(app, { cookies: new Map([...visitor.cookies, ...user.cookies]) })

const cartOf = async (who: Client) =>
  (await who.send(getCarts)).answer.data.map(({ productname, quantity }) => [productname, quantity])
const wishlistOf = async (who: Client) =>
  (await who.send(getWishlist)).answer.data.map(({ productname }) => productname)

test("adds quantities up to the stock and moves the guest's other lines", async () => {
  const [visitor, user] = [client(app), await customer()]
  const [variantid] = goods.lampVariants
  await user.send(addToCart, { productid: goods.mug, quantity: 4 })
  await user.send(addToCart, { productid: goods.lamp, variantid, quantity: 600 })
  await visitor.send(addToCart, { productid: goods.mug, quantity: 3 })
  await visitor.send(addToCart, { productid: goods.lamp, variantid, quantity: 600 })
  const bowl = await goods.add('Bowl', { variants: [{ price: 100, stock: 4 }] })
  await visitor.send(addToCart, { productid: bowl, quantity: 4 })
  await goods.change(bowl, { variants: [{ price: 100, stock: 0 }] })
  const merged = [
    ['Stoneware mug', 5],
    ['Lamp', 999],
    ['Bowl', 1],
  ]
  const browser = joined(user, visitor)
  expect(await cartOf(browser)).toEqual(merged)
  expect([...browser.cookies.keys()]).toEqual(['session'])
  expect(await cartOf(user)).toEqual(merged)
  expect(await db.selectFrom('shopper').select('id').where('user_id', 'is', null).execute()).toEqual([])
})

test('moves lines beyond 100 to the wishlist', async () => {
  const visitor = client(app)
  await visitor.send(addToCart, { productid: goods.mug })
  for (const variantid of ids.slice(100)) await visitor.send(addToCart, { productid: many, variantid })
  const user = await customer()
  await user.send(addToCart, { productid: many, variantid: ids[0] })
  const { shopper_id } = await db
    .selectFrom('cart_line')
    .select('shopper_id')
    .where('variant_id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  const rest = ids.slice(1, 96).map((variant_id) => ({ config_id: 1, shopper_id, variant_id, quantity: 1 }))
  await db
    .insertInto('cart_line')
    .values(rest.map((line) => ({ ...line, price_at_add: 1 })))
    .execute()
  const cart = await cartOf(joined(user, visitor))
  expect(cart).toHaveLength(100)
  expect(cart.filter(([name]) => name === 'Stoneware mug')).toEqual([])
  // The mug was the oldest of its six lines, and one further had no place either.
  expect((await wishlistOf(user)).toSorted()).toEqual(['Many', 'Stoneware mug'])
})

test('merges wishlists without duplicates, in the order of adding', async () => {
  const [visitor, user] = [client(app), await customer()]
  const add = (who: Client, productid: number) => who.send(createWishlist, { productid })
  await add(user, goods.mug)
  await add(visitor, goods.lamp)
  await add(visitor, goods.mug)
  await add(user, many)
  expect(await wishlistOf(joined(user, visitor))).toEqual(['Many', 'Lamp', 'Stoneware mug'])
  expect(await wishlistOf(user)).toEqual(['Many', 'Lamp', 'Stoneware mug'])
})

test('moves a share link only to a shopper without a wishlist', async () => {
  for (const had of [false, true]) {
    const visitor = client(app)
    await visitor.send(createWishlist, { productid: goods.lamp })
    const { token } = (await visitor.send(shareWishlist)).answer.data
    const user = await customer()
    if (had) await user.send(createWishlist, { productid: goods.mug })
    await joined(user, visitor).send(getWishlist)
    const read = await client(app).send(getSharedWishlist, { token })
    expect(read.status).toBe(had ? 404 : 200)
    if (!had) expect((await user.send(shareWishlist)).answer.data.token).toBe(token)
  }
})

test('ignores a visitor cookie of another shop', async () => {
  const elsewhere = client(app, { host: 'other.example' })
  await elsewhere.send(addToCart, { productid: goods.foreign })
  const user = await customer()
  expect(await cartOf(joined(user, elsewhere))).toEqual([])
  expect(await cartOf(user)).toEqual([])
})
