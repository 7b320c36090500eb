import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { client, type Outcome, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const count = (outcomes: readonly Outcome[], message: string) =>
  outcomes.filter((outcome) => outcome.message === message).length
const namesOf = async (who: Client) =>
  (await who.send(getWishlist)).answer.data.map(({ productname }) => productname)

async function customer() {
  const { token } = await openSession(db)
  return client(app, { cookies: new Map([['session', token]]) })
}

test('adds a product once in 16 concurrent calls, and one answer says it is new', async () => {
  const who = await customer()
  const outcomes = await times(16, () => who.send(createWishlist, { productid: goods.mug }))
  expect(count(outcomes, 'Added to wishlist')).toBe(1)
  expect(count(outcomes, 'Already in your wishlist')).toBe(15)
  expect(await namesOf(who)).toEqual(['Stoneware mug'])
})

test('never fails when adds and removals of a product run at once', async () => {
  const who = await customer()
  const outcomes = await times(16, (index) =>
    who.send(index % 2 ? deleteWishlist : createWishlist, { productid: goods.mug }),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await namesOf(who)).length).toBeLessThanOrEqual(1)
})

test('fills a wishlist of 495 to exactly 500 in 16 concurrent adds', async () => {
  const { category_id } = await db
    .selectFrom('product')
    .select('category_id')
    .where('id', '=', goods.mug)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 511 }, (_, index) => ({
    config_id: 1,
    category_id,
    name: `Thing ${index}`,
    slug: `thing-${index}`,
  }))
  const things = await db.insertInto('product').values(rows).returning('id').execute()
  const who = client(app)
  await who.send(createWishlist, { productid: things[0]!.id })
  const { shopper_id } = await db
    .selectFrom('wishlist_item')
    .select('shopper_id')
    .where('product_id', '=', things[0]!.id)
    .executeTakeFirstOrThrow()
  const rest = things.slice(1, 495).map(({ id }) => ({ config_id: 1, shopper_id, product_id: id }))
  await db.insertInto('wishlist_item').values(rest).execute()
  const outcomes = await times(16, (index) =>
    who.send(createWishlist, { productid: things[495 + index]!.id }),
  )
  expect(count(outcomes, 'Added to wishlist')).toBe(5)
  expect(outcomes.filter(({ code }) => code === 'wishlist_full')).toHaveLength(11)
  expect(await namesOf(who)).toHaveLength(500)
  const again = await who.send(createWishlist, { productid: things[0]!.id })
  expect(again).toMatchObject({ status: 200, message: 'Already in your wishlist' })
})

test('keeps every product once in 8 concurrent merges', async () => {
  const visitor = client(app)
  await visitor.send(createWishlist, { productid: goods.lamp })
  await visitor.send(createWishlist, { productid: goods.mug })
  const user = await customer()
  await user.send(createWishlist, { productid: goods.mug })
  const both = () => client(app, { cookies: new Map([...visitor.cookies, ...user.cookies]) })
  const outcomes = await times(8, () => both().send(getWishlist))
  expect(outcomes.map(({ answer }) => answer.data.length)).toEqual(Array(8).fill(2))
  expect((await namesOf(user)).toSorted()).toEqual(['Lamp', 'Stoneware mug'])
})

test('loses no adds of a guest while the wishlist is merged', async () => {
  const visitor = client(app)
  await visitor.send(createWishlist, { productid: goods.mug })
  const user = await customer()
  const both = () => client(app, { cookies: new Map([...visitor.cookies, ...user.cookies]) })
  await Promise.all([
    both().send(getWishlist),
    times(4, () => visitor.send(createWishlist, { productid: goods.lamp })),
  ])
  expect((await namesOf(both())).toSorted()).toEqual(['Lamp', 'Stoneware mug'])
})

test('creates one share link in 8 concurrent calls', async () => {
  const who = await customer()
  const outcomes = await times(8, () => who.send(shareWishlist))
  expect(new Set(outcomes.map(({ answer }) => answer.data.token)).size).toBe(1)
})

test('keeps one share link or none when sharing and revoking run at once', async () => {
  const who = await customer()
  await times(8, async (index): Promise<Outcome> => who.send(index % 2 ? unshareWishlist : shareWishlist))
  await who.send(unshareWishlist)
  const { token } = (await who.send(shareWishlist)).answer.data
  expect(await client(app).send(getSharedWishlist, { token })).toMatchObject({ status: 200 })
  await who.send(unshareWishlist)
  expect(await client(app).send(getSharedWishlist, { token })).toMatchObject({ status: 404 })
})
