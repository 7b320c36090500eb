import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createWishlist,
  deleteWishlist,
  getSharedWishlist,
  getWishlist,
  shareWishlist,
  unshareWishlist,
} from '#contract/wishlist/wishlist.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'
import { wrongNumbers } from '#test/harness/hostile/wrong-values.ts'
import { exportWishlist } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

async function customer() {
  const { userId, token } = await openSession(db)
  return Object.assign(client(app, { cookies: new Map([['session', token]]) }), { userId })
}
const itemsOf = async (who: Client) => (await who.send(getWishlist)).answer.data
const namesOf = async (who: Client) => (await itemsOf(who)).map(({ productname }) => productname)
const shoppers = async () => (await db.selectFrom('shopper').select('id').execute()).length

test('gives a visitor who only reads or is refused no cookie and no row', async () => {
  const before = await shoppers()
  const visitor = client(app)
  expect(await itemsOf(visitor)).toEqual([])
  for (const productid of [goods.draft, goods.foreign, 999_999])
    expect(await visitor.send(createWishlist, { productid })).toMatchObject({ status: 404 })
  expect(await visitor.send(deleteWishlist, { productid: goods.mug })).toMatchObject({ status: 200 })
  expect(await visitor.send(unshareWishlist)).toMatchObject({ status: 200 })
  expect(visitor.cookies.size).toBe(0)
  expect(await shoppers()).toBe(before)
})

test('adds products once, lists them newest first and removes them', async () => {
  const visitor = client(app)
  const add = async (productid: number) => (await visitor.send(createWishlist, { productid })).message
  expect(await add(goods.mug)).toBe('Added to wishlist')
  expect(await add(goods.lamp)).toBe('Added to wishlist')
  expect(await add(goods.mug)).toBe('Already in your wishlist')
  expect(await itemsOf(visitor)).toMatchObject([
    { productname: 'Lamp', simple: false, available: true, severalprices: true },
    {
      productid: goods.mug,
      productname: 'Stoneware mug',
      productdescription: '',
      productprice: 500,
      saleprice: 450,
      defaultimage: 'a.webp',
      simple: true,
      available: true,
      instock: true,
    },
  ])
  expect(await itemsOf(client(app))).toEqual([])
  for (let again = 0; again < 2; again++) {
    const removed = await visitor.send(deleteWishlist, { productid: goods.lamp })
    expect(removed).toMatchObject({ status: 200, message: 'Removed from wishlist' })
    expect(await namesOf(visitor)).toEqual(['Stoneware mug'])
  }
})

test('keeps unpublished products with their name and image only', async () => {
  const visitor = client(app)
  const bowl = await goods.add('Bowl', { variants: [{ price: 100, stock: 1 }], description: 'Secret' })
  await visitor.send(createWishlist, { productid: bowl })
  await goods.change(bowl, { status: 'draft', variants: [{ price: 77_700 }] })
  const hidden = { productname: 'Bowl', available: false, simple: false, instock: false }
  expect(await itemsOf(visitor)).toMatchObject([
    { ...hidden, productprice: 0, saleprice: 0, productdescription: '' },
  ])
  expect(await visitor.send(createWishlist, { productid: bowl })).toMatchObject({ status: 404 })
  expect(await visitor.send(deleteWishlist, { productid: bowl })).toMatchObject({ status: 200 })
  expect(await itemsOf(visitor)).toEqual([])
})

test('keeps wishlists of other users and shops apart', async () => {
  const [one, other] = [await customer(), await customer()]
  await one.send(createWishlist, { productid: goods.mug, userid: one.userId })
  for (const stranger of [other, client(app)]) {
    for (const endpoint of [getWishlist, createWishlist, deleteWishlist] as const)
      expect(await stranger.send(endpoint, { userid: one.userId, productid: goods.mug })).toMatchObject({
        status: 403,
      })
    await stranger.send(deleteWishlist, { productid: goods.mug })
    expect(await itemsOf(stranger)).toEqual([])
  }
  expect(await itemsOf(client(app, { host: 'other.example', cookies: one.cookies }))).toEqual([])
  expect(await namesOf(one)).toEqual(['Stoneware mug'])
  expect(await exportWishlist(db, 1, one.userId)).toEqual([
    { product: 'Stoneware mug', addedAt: expect.any(String) },
  ])
  expect(await exportWishlist(db, 2, one.userId)).toEqual([])
})

test('refuses invalid values in every field without a change', async () => {
  const user = await customer()
  await user.send(createWishlist, { productid: goods.mug })
  for (const endpoint of [createWishlist, deleteWishlist, getWishlist] as const) {
    const fields = endpoint === getWishlist ? ['userid'] : ['userid', 'productid']
    for (const name of fields) {
      for (const wrong of wrongNumbers) {
        if (name === 'userid' && wrong === null) continue
        const { status } = await user.send(endpoint, { productid: goods.mug, [name]: wrong })
        expect({ name, wrong, status }).toEqual({ name, wrong, status: 400 })
      }
    }
  }
  for (const endpoint of [shareWishlist, unshareWishlist] as const)
    expect(await user.send(endpoint, { userid: user.userId })).toMatchObject({ status: 400 })
  expect(await namesOf(user)).toEqual(['Stoneware mug'])
})

describe('a shared link', () => {
  test('is readable by anyone, read-only, and does not reveal its owner', async () => {
    const owner = await customer()
    await owner.send(createWishlist, { productid: goods.mug })
    const { token } = (await owner.send(shareWishlist)).answer.data
    expect((await owner.send(shareWishlist)).answer.data.token).toBe(token)
    const reader = client(app)
    const before = await shoppers()
    const read = await reader.send(getSharedWishlist, { token })
    expect(read.answer.data).toEqual(await itemsOf(owner))
    expect(JSON.stringify(read)).not.toMatch(/Meera|example\.com|user|shopper|share/i)
    expect(reader.cookies.size).toBe(0)
    expect(await shoppers()).toBe(before)
    const elsewhere = client(app, { host: 'other.example' })
    expect(await elsewhere.send(getSharedWishlist, { token })).toMatchObject({ status: 404 })
  })

  test('can be revoked, and the next link is a new one', async () => {
    const owner = client(app)
    const { token } = (await owner.send(shareWishlist)).answer.data
    for (let again = 0; again < 2; again++)
      expect(await owner.send(unshareWishlist)).toMatchObject({ status: 200 })
    const read = await client(app).send(getSharedWishlist, { token })
    expect(read).toMatchObject({ status: 404, message: 'This wishlist is no longer shared' })
    expect((await owner.send(shareWishlist)).answer.data.token).not.toBe(token)
  })

  test.each(['x', 'a'.repeat(101), '..%2f..%2fcart', "' or 1=1 --------------", 'é'.repeat(43)])(
    'never was %j',
    async (token) => {
      expect(await client(app).send(getSharedWishlist, { token })).toMatchObject({ status: 400 })
    },
  )

  test('cannot be guessed', async () => {
    expect(await client(app).send(getSharedWishlist, { token: 'a'.repeat(43) })).toMatchObject({
      status: 404,
    })
  })
})
