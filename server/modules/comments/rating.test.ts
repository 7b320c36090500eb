import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { getComments, getOwnVotes, postComment, voteForComment } from '#contract/comments/comment.ts'
import { openSession } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { client, sendRawForm, type Client } from '#test/harness/people/client.ts'
import { commentRecords } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})
beforeEach(() => db.deleteFrom('comment').execute())

type Customer = Client & { userId: number }

async function customer(): Promise<Customer> {
  const { userId, token } = await openSession(db)
  return { ...client(app, { cookies: new Map([['session', token]]) }), userId }
}

const post = (by: Client, more: object = {}) =>
  by.send(postComment, { product_id: goods.lamp, comment: 'Lovely glaze', ...more })
const posted = async (by: Client, more?: object) => (await post(by, more)).answer.data.id
const list = async (filter: object = {}) =>
  (await client(app).send(getComments, { product_id: goods.lamp, ...filter })).answer

/** Delivers the lamp in a variant to this customer. */
const deliver = (columns: object, variantId = goods.lampVariants[0]) =>
  newSoldOrder(db, [{ productId: goods.lamp, variantId, quantity: 1, price: 100_000 }], {
    status: 'delivered',
    delivered_at: new Date(),
    ...columns,
  })

test('verifies purchases that were delivered, also those of a guest with the confirmed address', async () => {
  const [buyer, waiting, guest, stranger] = await Promise.all([1, 2, 3, 4].map(customer))
  await deliver({ user_id: buyer!.userId })
  await deliver({ user_id: waiting!.userId, status: 'shipped', delivered_at: null })
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', guest!.userId)
    .executeTakeFirstOrThrow()
  await deliver({ email: email.toUpperCase() })
  const verified = {
    bought: true,
    variantid: goods.lampVariants[0],
    options: { Colour: 'Sage', Size: 'Small' },
  }
  const unverified = { bought: false, variantid: null, options: {} }
  expect((await post(buyer!, { bought: true })).answer.data).toMatchObject(verified)
  expect((await post(waiting!, { bought: true, is_verified: true })).answer.data).toMatchObject(unverified)
  expect((await post(stranger!)).answer.data).toMatchObject(unverified)
  // Anyone can sign up with the address of someone else.
  expect((await post(guest!)).answer.data).toMatchObject(unverified)
  await db
    .updateTable('app_user')
    .set({ email_verified_at: new Date() })
    .where('id', '=', guest!.userId)
    .execute()
  expect((await post(guest!)).answer.data).toMatchObject(verified)
  expect((await post(buyer!, { product_id: goods.mug })).answer.data).toMatchObject(unverified)
})

test('averages comments with stars only; filters and sorts, with totals', async () => {
  const [sage, clay] = goods.lampVariants
  const people = await Promise.all(Array.from({ length: 6 }, customer))
  await Promise.all(people.slice(0, 3).map(({ userId }) => deliver({ user_id: userId }, sage)))
  await deliver({ user_id: people[3]!.userId }, clay)
  const ratings = [5, 4, 2, 5, null, 1]
  const ids: number[] = []
  for (const [i, rating] of ratings.entries()) ids.push(await posted(people[i]!, { rating }))
  for (const voter of people.slice(3)) await voter.send(voteForComment, { id: ids[1], helpful: true })
  const order = async (filter: object) => {
    const { data, total } = await list(filter)
    expect(data).toHaveLength(total)
    return data.map(({ id }) => ids.indexOf(id))
  }
  expect((await list()).summary).toEqual({
    average: 3.4,
    ratings: 5,
    comments: 6,
    stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: ratings.filter((one) => one === stars).length })),
    variants: [
      { variantid: sage, count: 3 },
      { variantid: clay, count: 1 },
    ],
  })
  expect(await order({})).toEqual([5, 4, 3, 2, 1, 0])
  expect(await order({ sort: 'helpful' })).toEqual([1, 5, 4, 3, 2, 0])
  expect(await order({ sort: 'highest' })).toEqual([3, 0, 1, 2, 5, 4])
  expect(await order({ sort: 'lowest' })).toEqual([5, 2, 1, 3, 0, 4])
  expect(await order({ stars: 5 })).toEqual([3, 0])
  expect(await order({ variantid: sage, sort: 'lowest' })).toEqual([2, 1, 0])
  expect(await order({ variantid: sage, stars: 4 })).toEqual([1])
  expect(await order({ stars: 3 })).toEqual([])
  const paged = await list({ sort: 'highest', limit: 2, page: 2 })
  expect(paged.data.map(({ id }) => ids.indexOf(id))).toEqual([1, 2])
  expect(paged.total).toBe(6)
  for (const wrong of [{ sort: 'best' }, { stars: 6 }, { stars: 0 }, { variantid: 'sage' }])
    expect((await client(app).send(getComments, { product_id: goods.lamp, ...wrong })).status).toBe(400)

  await db.updateTable('comment').set({ status: 'hidden' }).where('id', '=', ids[5]!).execute()
  await expect.poll(async () => (await list()).summary).toMatchObject({ average: 4, ratings: 4, comments: 5 })
  const { response } = (await client(app).send(getProducts, { productid: goods.lamp })).answer
  const product = response[0] as ProductDetail
  expect(product).toMatchObject({ rating: 4, ratings: 4, ratingsummary: { average: 4, ratings: 4 } })
})

test('of eight concurrent ratings by one person one counts, comments without stars all do', async () => {
  const meera = await customer()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => post(meera, { rating: 5 })))
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(7).fill(409),
  ])
  expect(outcomes.find(({ status }) => status === 409)).toMatchObject({
    code: 'already_rated',
    message: 'You have already rated this product. Post this comment without stars.',
  })
  expect((await post(meera)).status).toBe(200)
  expect((await list()).summary).toMatchObject({ ratings: 1, comments: 2 })
  const own = await meera.send(getOwnVotes, { product_id: goods.lamp })
  expect(own.answer.data).toEqual({ helpful: [], rated: true, bought: false })
})

test('counts one vote per person, however often and concurrently it is sent', async () => {
  const [author, ...voters] = await Promise.all(Array.from({ length: 5 }, customer))
  const id = await posted(author!)
  const vote = (by: Client, helpful: boolean) => by.send(voteForComment, { id, helpful })
  await Promise.all(voters.flatMap((by) => [vote(by, true), vote(by, true), vote(by, true)]))
  expect((await vote(voters[0]!, true)).answer.data).toEqual({ helpful: 4 })
  expect((await vote(voters[0]!, false)).answer.data).toEqual({ helpful: 3 })
  expect((await vote(voters[0]!, false)).answer.data).toEqual({ helpful: 3 })
  expect((await list()).data[0]).toMatchObject({ helpful: 3 })
  expect((await voters[1]!.send(getOwnVotes, { product_id: goods.lamp })).answer.data.helpful).toEqual([id])
  expect(await vote(author!, true)).toMatchObject({ status: 400, code: 'own_comment' })
  expect((await vote(client(app), true)).status).toBe(401)
  expect((await voters[1]!.send(voteForComment, { id: 999_999, helpful: true })).status).toBe(404)

  await db.deleteFrom('app_user').where('id', '=', voters[1]!.userId).execute()
  await expect.poll(async () => (await list()).data[0]).toMatchObject({ helpful: 2 })
})

const image = (side: number, format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: side, height: 8, channels: 3, background: '#96401f' } })
    .withExif({ IFD0: { Copyright: 'Meera at 12.97, 77.59' } })
    .toFormat(format)
    .toBuffer()
const upload = (by: Customer, files: Buffer[], fields: object = {}) =>
  sendRawForm(app, 'POST', 'comment/postComment', {
    cookies: by.cookies,
    fields: { product_id: goods.lamp, comment: 'With photos', rating: 4, ...fields },
    files: files.map((bytes) => ['photos', bytes]),
  })

test('re-encodes photos without metadata, and deletes them with the account', async () => {
  const meera = await customer()
  const sent = await upload(meera, [await image(30), await image(20, 'png'), await image(30)])
  expect(sent).toMatchObject({
    status: 200,
    body: { data: { rating: 4, photos: [{ width: 30, height: 8 }, { width: 20 }] } },
  })
  const { photos = [] } = (await list()).data[0] ?? {}
  expect(photos).toHaveLength(2)
  const queued = (await db.selectFrom('image_queue').select('file').execute()).map(({ file }) => file)
  expect(queued.sort()).toEqual(photos.map(({ file }) => file).sort())
  const served = await app.inject(`/uploads/${photos[0]?.file}`)
  const { format, exif } = await sharp(served.rawPayload).metadata()
  expect([served.statusCode, format, exif]).toEqual([200, 'webp', undefined])
  expect(await commentRecords.list(db, 1, meera.userId)).toMatchObject({
    written: [{ photos: photos.map(({ file }) => `/uploads/${file}`) }],
  })
  await db.transaction().execute((tx) => commentRecords.forget(tx, 1, meera.userId))
  await expect
    .poll(async () => (await list()).data[0])
    .toMatchObject({ user: 'Former customer', comment: 'With photos', photos: [] })
})

test('refuses too many photos and files that are none, and posts nothing', async () => {
  const meera = await customer()
  const small = await image(9)
  const tooMany = await upload(meera, Array<Buffer>(5).fill(small))
  expect(tooMany).toMatchObject({ status: 400, body: { issues: [{ path: 'photos' }] } })
  expect(tooMany.body['message']).toBe('A comment can have up to 4 photos. Remove some of them.')
  const wrong = await upload(meera, [small, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')])
  expect(wrong.status).toBe(415)
  expect(wrong.body['message']).toBe('Photo 2: Choose a JPEG, PNG, WebP, AVIF or GIF image')
  expect((await list()).total).toBe(0)
})
