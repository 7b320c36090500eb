import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addToCart,
  deleteCarts,
  getCarts,
  getCartSummary,
  updateCart,
  type CartLine,
} from '#contract/cart/cart.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let mug: number
let lamp: number
let sage: number
let clay: number
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
  const { lampVariants } = goods
  ;({ mug, lamp } = goods)
  ;[sage, clay] = lampVariants
})

const linesOf = async (who: Client): Promise<CartLine[]> => (await who.send(getCarts)).answer.data
const shoppers = async () => (await db.selectFrom('shopper').select('id').execute()).length

async function customer(shopId = 1) {
  const { userId, token } = await openSession(db, shopId)
  return Object.assign(client(app, { cookies: new Map([['session', token]]) }), { userId })
}

describe('a visitor', () => {
  test('gets no cookie and no row by reading', async () => {
    const before = await shoppers()
    const visitor = client(app)
    expect((await visitor.send(getCarts)).answer).toEqual({ data: [] })
    expect((await visitor.send(getCartSummary)).answer.data).toMatchObject({
      quantity: 0,
      total: 0,
      shipping: 0,
    })
    expect(await visitor.send(deleteCarts, { Productid: mug })).toMatchObject({ status: 200 })
    expect(await visitor.send(updateCart, { id: 1, quantity: 1 })).toMatchObject({ status: 404 })
    for (const productid of [goods.draft, goods.foreign, 999_999])
      expect(await visitor.send(addToCart, { productid })).toMatchObject({ status: 404 })
    expect(await visitor.send(addToCart, { productid: mug, quantity: 6 })).toMatchObject({ status: 409 })
    expect(visitor.cookies.size).toBe(0)
    expect(await shoppers()).toBe(before)
  })

  test('gets a cookie and a private cart by adding', async () => {
    const visitor = client(app)
    const added = await visitor.send(addToCart, { productid: mug, quantity: '2', price_at_add_time: 0.01 })
    expect(added).toMatchObject({ status: 200, message: 'Added to cart successfully' })
    expect([...visitor.cookies.keys()]).toEqual(['visitor'])
    expect(await linesOf(visitor)).toEqual([
      {
        id: added.answer.data.id,
        productid: mug,
        variantid: expect.any(Number),
        productname: 'Stoneware mug',
        options: {},
        productimages: ['a.webp', 'b.webp'],
        image: { file: 'a.webp', width: 12, height: 9, alt: 'Stoneware mug' },
        quantity: 2,
        productprice: 450,
        regularprice: 500,
        price_at_add_time: 450,
        linetotal: 900,
        stock: 5,
        notices: [],
      },
    ])
    expect(await linesOf(client(app))).toEqual([])
    expect(await linesOf(client(app, { host: 'other.example', cookies: visitor.cookies }))).toEqual([])
    expect((await visitor.send(getCartSummary)).answer.data).toEqual({
      quantity: 2,
      subtotal: 1_000,
      discount: 100,
      coupon: 0,
      shipping: 99,
      cashfee: 0,
      tax: 152.39,
      taxincluded: true,
      taxname: 'GST',
      shippingtax: 15.1,
      total: 999,
      freeshippingfrom: 1_499,
      lines: [
        {
          variantid: expect.any(Number),
          productname: 'Stoneware mug',
          steps: [
            { text: '2 × ₹500.00', amount: 1_000, contained: false },
            { text: 'Offer: 10% off', amount: -100, contained: false },
            { text: '18% GST, included', amount: 137.29, contained: true },
          ],
          linetotal: 900,
        },
      ],
    })
  })
})

describe('adding', () => {
  test('adds up units of the same item, up to the stock', async () => {
    const visitor = client(app)
    const add = (quantity: number) => visitor.send(addToCart, { productid: mug, quantity })
    await add(3)
    expect((await add(2)).answer.data.quantity).toBe(5)
    expect(await add(1)).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: 'Only 5 left of Stoneware mug',
    })
    expect((await linesOf(visitor)).map(({ quantity }) => quantity)).toEqual([5])
  })

  test('requires a variant if the product has several', async () => {
    const visitor = client(app)
    const open = await visitor.send(addToCart, { productid: lamp })
    expect(open).toMatchObject({ status: 400, message: 'Please choose the Colour and Size of Lamp' })
    const soldOut = await visitor.send(addToCart, { productid: lamp, variantid: clay })
    expect(soldOut).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: 'Lamp (Clay, Small) is sold out',
    })
    expect(await visitor.send(addToCart, { productid: mug, variantid: sage })).toMatchObject({ status: 404 })
    expect(await visitor.send(addToCart, { productid: lamp, variantid: sage })).toMatchObject({ status: 200 })
    const [line] = await linesOf(visitor)
    expect(line).toMatchObject({ options: { Colour: 'Sage', Size: 'Small' }, image: { file: 'b.webp' } })
  })

  test('allows up to 999 units in a line and 100 lines in a cart', async () => {
    const visitor = client(app)
    const add = (quantity: number) => visitor.send(addToCart, { productid: lamp, variantid: sage, quantity })
    expect((await add(999)).answer.data.quantity).toBe(999)
    expect(await add(1)).toMatchObject({ status: 409, code: 'too_many_items' })
  })

  test('adds once per Idempotency-Key, also after the item sold out and after the sign-in', async () => {
    const visitor = client(app)
    await visitor.send(addToCart, { productid: mug })
    const key = { 'idempotency-key': 'a7' }
    const once = await visitor.send(addToCart, { productid: mug, quantity: 4 }, key)
    await goods.change(mug, { status: 'draft' })
    expect(await visitor.send(addToCart, { productid: mug, quantity: 4 }, key)).toEqual(once)
    await goods.change(mug, { status: 'live' })
    expect(await visitor.send(addToCart, { productid: mug, quantity: 3 }, key)).toMatchObject({ status: 422 })
    const { token, userId } = await openSession(db)
    visitor.cookies.set('session', token)
    expect((await linesOf(visitor)).map(({ quantity }) => quantity)).toEqual([5])
    expect(await visitor.send(addToCart, { userid: userId, productid: mug, quantity: 4 }, key)).toEqual(once)
    expect((await linesOf(visitor)).map(({ quantity }) => quantity)).toEqual([5])
  })
})

describe('changing', () => {
  test('sets the quantity by line, product or variant', async () => {
    const visitor = client(app)
    const { id } = (await visitor.send(addToCart, { productid: mug })).answer.data
    const set = (input: object) => visitor.send(updateCart, input)
    expect((await set({ id, quantity: 2 })).answer.data).toEqual({ id, quantity: 2 })
    expect((await set({ productid: mug, quantity: 3 })).answer.data).toEqual({ id, quantity: 3 })
    const { variantid } = (await linesOf(visitor))[0]!
    expect((await set({ productid: mug, variantid, quantity: 4 })).answer.data).toEqual({ id, quantity: 4 })
    expect(await set({ productid: mug, quantity: 6 })).toMatchObject({
      status: 409,
      message: 'Only 5 left of Stoneware mug',
    })
    for (const which of [{ id: id + 1_000 }, { id, productid: lamp }, { productid: mug, variantid: sage }])
      expect(await set({ ...which, quantity: 1 })).toMatchObject({ status: 404 })
    expect((await linesOf(visitor))[0]).toMatchObject({ id, quantity: 4 })
  })

  test('removes a product, variant or line, and ignores missing ones', async () => {
    const visitor = client(app)
    await visitor.send(addToCart, { productid: lamp, variantid: sage })
    const { id } = (await visitor.send(addToCart, { productid: mug })).answer.data
    const remove = async (input: object) => {
      expect(await visitor.send(deleteCarts, input)).toMatchObject({
        status: 200,
        message: 'Removed from cart',
      })
      return (await linesOf(visitor)).map(({ productid }) => productid)
    }
    expect(await remove({ Productid: lamp, variantid: clay })).toEqual([lamp, mug])
    expect(await remove({ Productid: 999_999 })).toEqual([lamp, mug])
    expect(await remove({ id })).toEqual([lamp])
    expect(await remove({ Productid: lamp, variantid: sage })).toEqual([])
    expect(await remove({ Productid: lamp })).toEqual([])
  })

  test('never changes the cart of another shopper', async () => {
    const [one, other, visitor] = [await customer(), await customer(), client(app)]
    const { id } = (await one.send(addToCart, { productid: mug, userid: one.userId })).answer.data
    await visitor.send(addToCart, { productid: lamp, variantid: sage })
    for (const stranger of [other, visitor]) {
      expect(await stranger.send(updateCart, { id, quantity: 2 })).toMatchObject({ status: 404 })
      expect(await stranger.send(updateCart, { productid: mug, quantity: 2 })).toMatchObject({ status: 404 })
      expect(await stranger.send(deleteCarts, { id })).toMatchObject({ status: 200 })
      for (const [endpoint, input] of [
        [getCarts, {}],
        [addToCart, { productid: mug }],
        [updateCart, { id, quantity: 2 }],
        [deleteCarts, { id }],
      ] as const)
        expect(await stranger.send(endpoint, { ...input, userid: one.userId })).toMatchObject({ status: 403 })
    }
    expect(await linesOf(one)).toMatchObject([{ id, quantity: 1 }])
    expect(await linesOf(other)).toEqual([])
  })
})
