import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteComment,
  getComments,
  postComment,
  reportComment,
  updateComment,
} from '#contract/comments/comment.ts'
import { createCategory, createProduct, updateProduct } from '#server/modules/catalog/index.ts'
import { openElsewhere, openSession } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { commentRecords } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

let product_id: number
let hiddenProduct: number

beforeAll(async () => {
  await openElsewhere(db, app)
  await db.transaction().execute(async (tx) => {
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    const product = { categoryId, variants: [{ price: 100 }] }
    product_id = await createProduct(tx, context, { ...product, name: 'Mug' })
    hiddenProduct = await createProduct(tx, context, { ...product, name: 'Cup', status: 'draft' })
  })
})
beforeEach(() => db.deleteFrom('comment').execute())

/** A signed-in customer named Meera Iyer. */
async function customer(shopId = 1): Promise<Client & { userId: number }> {
  const { userId, token } = await openSession(db, shopId)
  const cookies = new Map([['session', token]])
  return { ...client(app, { cookies, host: shopId === 1 ? 'localhost' : 'other.example' }), userId }
}

/** Posts a comment and returns the outcome. */
const post = (by: Client, comment = 'Lovely glaze', more: object = {}, headers = {}) =>
  by.send(postComment, { product_id, comment, ...more }, headers)

async function posted(by: Client, comment?: string, more?: object): Promise<number> {
  const { answer } = await post(by, comment, more)
  return answer.data.id
}

const listed = async () => (await client(app).send(getComments, { product_id })).answer
const age = (id: number, minutes: number) =>
  sql`update comment set created_at = now() - ${minutes} * interval '1 minute' where id = ${id}`.execute(db)
const rating = () =>
  db
    .selectFrom('product')
    .select(['rating_sum as sum', 'rating_count as count'])
    .where('id', '=', product_id)
    .executeTakeFirstOrThrow()

test('a comment has the name of the account and appears at once', async () => {
  const meera = await customer()
  const { status, message, answer } = await post(meera, '  Lovely https://evil.example <b>  ', {
    user_id: meera.userId,
    rating: '5',
    user: 'Someone else',
    username: 'Someone else',
    author_name: 'Someone else',
    status: 'hidden',
    bought: true,
  })
  expect([status, message]).toEqual([200, 'Comment posted'])
  const expected = {
    user: 'Meera Iyer',
    username: 'Meera Iyer',
    user_id: meera.userId,
    comment: 'Lovely https://evil.example <b>',
    rating: 5,
    bought: false,
    edited: false,
  }
  expect(answer.data).toMatchObject(expected)
  expect(await listed()).toMatchObject({ total: 1, data: [expected] })
})

test('posting needs an account and works for oneself only', async () => {
  const [meera, ravi] = [await customer(), await customer()]
  expect((await post(meera, 'x', { user_id: ravi.userId })).status).toBe(403)
  expect((await post(client(app), 'x')).status).toBe(401)
  expect(await db.selectFrom('comment').selectAll().execute()).toEqual([])
})

test('only live products of the shop can be commented on', async () => {
  const meera = await customer()
  for (const product of [hiddenProduct, 999_999]) {
    expect((await post(meera, 'x', { product_id: product })).status).toBe(404)
  }
  expect((await post(await customer(2))).status).toBe(404)
})

test.each([
  { comment: '' },
  { comment: '\u200b' },
  { comment: ' \n ' },
  { comment: 'x'.repeat(2001) },
  { comment: 7 },
  { comment: null },
  { comment: 'a\0b' },
  { product_id: 'mug' },
  { product_id: undefined },
  { rating: 0 },
  { rating: 6 },
  { rating: 4.5 },
  { rating: '5e0' },
  { rating: true },
  { user_id: 'me' },
])('refuses %o with 400', async (wrong) => {
  expect(await post(await customer(), 'Fine', wrong)).toMatchObject({ status: 400, code: 'invalid_input' })
})

test('accepts 2,000 characters', async () => {
  expect((await post(await customer(), 'ü'.repeat(2000))).status).toBe(200)
})

test('an account posts ten of 16 concurrent comments, and more an hour later', async () => {
  const meera = await customer()
  const outcomes = await Promise.all(Array.from({ length: 16 }, (_, i) => post(meera, `No. ${i}`)))
  const statuses = outcomes.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(6).fill(429)])
  expect((await listed()).total).toBe(10)
  expect(await post(await customer())).toMatchObject({ status: 200 })
  const first = outcomes.find(({ status }) => status === 200)!.answer.data.id
  await age(first, 59)
  expect(await post(meera)).toMatchObject({ status: 429, code: 'too_many' })
  await age(first, 61)
  expect((await post(meera)).status).toBe(200)
  expect((await post(meera)).status).toBe(429)
})

test('posts once per Idempotency-Key', async () => {
  const meera = await customer()
  const headers = { 'idempotency-key': 'one' }
  const outcomes = await Promise.all([1, 2, 3].map(() => post(meera, 'Once', {}, headers)))
  expect(new Set(outcomes.map(({ answer }) => answer.data.id)).size).toBe(1)
  expect((await listed()).total).toBe(1)
  expect((await post(meera, 'Another', {}, headers)).status).toBe(422)
  expect((await post(await customer(), 'Another', {}, headers)).status).toBe(200)
})

test('an own comment can be edited for 15 minutes', async () => {
  const meera = await customer()
  const id = await posted(meera, 'Lovley', { rating: 4 })
  const changed = await meera.send(updateComment, { id, comment: 'Lovely' })
  expect(changed.answer.data).toMatchObject({ id, comment: 'Lovely', rating: 4, edited: true })
  expect((await listed()).data).toMatchObject([{ comment: 'Lovely', edited: true }])
  expect((await meera.send(updateComment, { id, comment: ' ' })).status).toBe(400)
  await age(id, 14)
  expect((await meera.send(updateComment, { id, comment: 'Nice', rating: null })).status).toBe(200)
  expect((await listed()).data).toMatchObject([{ comment: 'Nice', rating: null }])
  await age(id, 16)
  for (const call of [
    meera.send(updateComment, { id, comment: 'Late' }),
    meera.send(deleteComment, { id }),
  ]) {
    expect(await call).toMatchObject({
      status: 403,
      code: 'too_late',
      message: 'You can only edit or delete a comment within 15 minutes of posting.',
    })
  }
  expect((await listed()).data).toMatchObject([{ comment: 'Nice' }])
})

test('an own comment can be deleted for 15 minutes', async () => {
  const meera = await customer()
  const id = await posted(meera)
  expect((await meera.send(deleteComment, { id })).message).toBe('Comment deleted')
  expect((await listed()).total).toBe(0)
  expect((await meera.send(deleteComment, { id })).status).toBe(404)
})

test('comments of others and of other shops cannot be edited', async () => {
  const id = await posted(await customer())
  for (const other of [await customer(), await customer(2)]) {
    expect((await other.send(updateComment, { id, comment: 'Mine' })).status).toBe(404)
    expect((await other.send(deleteComment, { id })).status).toBe(404)
  }
  const { status } = await (await customer(2)).send(reportComment, { id })
  expect(status).toBe(404)
  expect((await listed()).data).toMatchObject([{ comment: 'Lovely glaze', edited: false }])
})

test('each customer reports a comment once, except its author', async () => {
  const [meera, ravi] = [await customer(), await customer()]
  const id = await posted(meera)
  expect((await ravi.send(reportComment, { id, reason: 'Rude' })).status).toBe(200)
  expect((await ravi.send(reportComment, { id, reason: 'Again' })).status).toBe(200)
  const reports = await db.selectFrom('comment_report').select(['user_id', 'reason']).execute()
  expect(reports).toEqual([{ user_id: ravi.userId, reason: 'Rude' }])
  expect(await meera.send(reportComment, { id })).toMatchObject({ status: 400, code: 'own_comment' })
  expect((await ravi.send(reportComment, { id: 999_999 })).status).toBe(404)
  await db.updateTable('comment').set({ status: 'hidden' }).where('id', '=', id).execute()
  expect((await ravi.send(reportComment, { id })).status).toBe(404)
})

test('16 concurrent ratings all count, and later changes too', async () => {
  const people = await Promise.all(Array.from({ length: 16 }, () => customer()))
  const stars = people.map((_, i) => (i % 5) + 1)
  const ids = await Promise.all(people.map((by, i) => posted(by, 'Fine', { rating: stars[i] })))
  const sum = stars.reduce((a, b) => a + b)
  expect(await rating()).toEqual({ sum, count: 16 })
  await Promise.all([
    people[0]!.send(updateComment, { id: ids[0], comment: 'Better', rating: 5 }), // 1 → 5
    people[1]!.send(updateComment, { id: ids[1], comment: 'No stars', rating: null }), // 2 → none
    people[2]!.send(updateComment, { id: ids[2], comment: 'As it was' }),
    people[3]!.send(deleteComment, { id: ids[3] }), // 4 → gone
    post(people[4]!, 'Without stars'),
  ])
  expect(await rating()).toEqual({ sum: sum + 4 - 2 - 4, count: 14 })
})

test('an edit that keeps the rating does not invalidate lists', async () => {
  const meera = await customer()
  const id = await posted(meera, 'Fine', { rating: 4 })
  const version = () =>
    sql<{ xmin: string }>`select xmin::text from product where id = ${product_id}`
      .execute(db)
      .then(({ rows }) => rows[0])
  const before = await version()
  await meera.send(updateComment, { id, comment: 'Very fine', rating: 4 })
  expect(await version()).toEqual(before)
})

test('comments are in the export and stay anonymous after the account is deleted', async () => {
  const [meera, ravi] = [await customer(), await customer()]
  const id = await posted(meera, 'Fine', { rating: 3 })
  const other = await posted(ravi)
  await meera.send(reportComment, { id: other, reason: 'Rude' })
  const { forget } = commentRecords
  expect(await commentRecords.list(db, 1, meera.userId)).toMatchObject({
    written: [{ id, product_id, productname: 'Mug', comment: 'Fine', rating: 3, status: 'visible' }],
    reported: [{ comment_id: other, reason: 'Rude' }],
  })
  expect(await commentRecords.list(db, 2, meera.userId)).toEqual({
    written: [],
    reported: [],
    helpful: [],
  })

  await db.transaction().execute((tx) => forget(tx, 2, meera.userId))
  expect((await listed()).data.map(({ user }) => user)).toEqual(['Meera Iyer', 'Meera Iyer'])
  await db.transaction().execute((tx) => forget(tx, 1, meera.userId))
  await expect
    .poll(async () => (await listed()).data)
    .toMatchObject([
      { id: other, user: 'Meera Iyer', user_id: ravi.userId },
      { id, user: 'Former customer', username: 'Former customer', user_id: null, comment: 'Fine' },
    ])
  expect(await commentRecords.list(db, 1, meera.userId)).toMatchObject({ written: [] })
  expect(await rating()).toEqual({ sum: 3, count: 1 })
})

test('a hidden product can neither be commented on nor reported', async () => {
  const [meera, ravi] = [await customer(), await customer()]
  const id = await posted(meera)
  const setStatus = (status: 'draft' | 'live') =>
    db.transaction().execute((tx) => updateProduct(tx, context, product_id, { status }))
  await setStatus('draft')
  expect((await post(ravi)).status).toBe(404)
  expect((await ravi.send(reportComment, { id })).status).toBe(404)
  await setStatus('live')
})
