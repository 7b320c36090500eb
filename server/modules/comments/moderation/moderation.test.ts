import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getComments } from '#contract/comments/comment.ts'
import {
  getAdminComment,
  getAdminComments,
  moderateComment,
  moderateComments,
} from '#contract/comments/comment-moderation.ts'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { openElsewhere, openSession } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { createComment } from '../index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let product_id: number
let editor: Client
let elsewhere: Client
let editorId: number
let reporterIds: number[]

/** A signed-in user with this role. */
async function member(role_id: number, shopId = 1, host = 'localhost') {
  const { userId, token } = await openSession(db, shopId)
  await db.updateTable('app_user').set({ role_id, full_name: 'Edith' }).where('id', '=', userId).execute()
  return { userId, who: client(app, { host, cookies: new Map([['session', token]]) }) }
}

beforeAll(async () => {
  await openElsewhere(db, app)
  await db
    .insertInto('role')
    .values({ config_id: 1, id: 3, name: 'Editor', permissions: ['content'] })
    .execute()
  ;({ who: editor, userId: editorId } = await member(3))
  ;({ who: elsewhere } = await member(1, 2, 'other.example'))
  reporterIds = [(await openSession(db)).userId, (await openSession(db)).userId]
  await db.transaction().execute(async (tx) => {
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    product_id = await createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 1 }] })
  })
})
beforeEach(() => db.deleteFrom('comment').execute())

const add = (body: string, rating?: number) =>
  db
    .transaction()
    .execute((tx) => createComment(tx, context, { productId: product_id, body, ...(rating && { rating }) }))
const report = (comment_id: number, ...reasons: string[]) =>
  db
    .insertInto('comment_report')
    .values(reasons.map((reason, i) => ({ config_id: 1, comment_id, user_id: reporterIds[i]!, reason })))
    .execute()
const list = async (input = {}) => (await editor.send(getAdminComments, input)).answer
const words = async (input?: object) => (await list(input)).data.map(({ comment }) => comment)
const shown = async () =>
  (await client(app).send(getComments, { product_id })).answer.data.map(({ comment }) => comment)

test('lists reported comments first, then the newest', async () => {
  const [first] = [await add('First'), await add('Second'), await add('100% Third')]
  await report(first, 'Rude', '')
  const { data, total } = await list()
  expect(total).toBe(3)
  expect(data.map(({ comment }) => comment)).toEqual(['First', '100% Third', 'Second'])
  expect(data[0]).toMatchObject({ product_id, productname: 'Mug', status: 'visible', user: 'Asha' })
  expect(data[0]?.reports.toSorted()).toEqual(['', 'Rude'])
  expect(await words({ page: 2, limit: 2 })).toEqual(['Second'])
  expect(await words({ q: '0% t' })).toEqual(['100% Third'])
  expect(await words({ q: 'mug' })).toHaveLength(3)
  expect(await words({ status: 'hidden' })).toEqual([])
  expect((await editor.send(getAdminComment, { id: first })).answer.data).toEqual(data[0])
  expect((await elsewhere.send(getAdminComment, { id: first })).status).toBe(404)
  expect((await elsewhere.send(getAdminComments)).answer).toMatchObject({ data: [], total: 0 })
})

test('staff hide and approve a comment, and the audit log names them', async () => {
  const id = await add('Rude words', 2)
  await report(id, 'Rude')
  await expect.poll(shown).toEqual(['Rude words'])
  expect((await editor.send(moderateComment, { id, status: 'hidden' })).status).toBe(200)
  expect(await shown()).toEqual([])
  expect(await list({ status: 'hidden' })).toMatchObject({ total: 1, data: [{ reports: ['Rude'] }] })
  const rating = () =>
    db.selectFrom('product').select(['rating_sum as sum', 'rating_count as count']).executeTakeFirstOrThrow()
  expect(await rating()).toEqual({ sum: 0, count: 0 })

  expect((await editor.send(moderateComment, { id, status: 'visible' })).status).toBe(200)
  expect(await shown()).toEqual(['Rude words'])
  expect((await list()).data).toMatchObject([{ reports: [] }])
  expect(await rating()).toEqual({ sum: 2, count: 1 })
  await editor.send(moderateComment, { id, status: 'visible' })

  const entries = await db
    .selectFrom('audit_entry')
    .select(['actor_id', 'actor_name', 'action', 'before', 'after'])
    .where('subject', '=', 'comment')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()
  const by = { actor_id: editorId, actor_name: 'Edith', action: 'update' }
  expect(entries).toEqual([
    { ...by, before: { status: 'visible' }, after: { status: 'hidden' } },
    { ...by, before: { status: 'hidden', reports: ['Rude'] }, after: { status: 'visible', reports: [] } },
  ])
})

test('a comment of another shop is not found', async () => {
  const id = await add('Fine')
  expect((await elsewhere.send(moderateComment, { id, status: 'hidden' })).status).toBe(404)
  expect((await editor.send(moderateComment, { id: 999_999, status: 'hidden' })).status).toBe(404)
  expect((await editor.send(moderateComment, { id, status: 'pending' })).status).toBe(400)
  await expect.poll(shown).toEqual(['Fine'])
})

test('of eight concurrent calls that hide a comment, one is recorded', async () => {
  const id = await add('Rude words', 5)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => editor.send(moderateComment, { id, status: 'hidden' })),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(Array<number>(8).fill(200))
  const entries = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject_id', '=', String(id))
    .where('subject', '=', 'comment')
    .execute()
  expect(entries).toHaveLength(1)
  expect(await db.selectFrom('product').select(['rating_sum', 'rating_count']).executeTakeFirst()).toEqual({
    rating_sum: 0,
    rating_count: 0,
  })
})

test('the shop replies under its own name, edits the reply and removes it', async () => {
  const id = await add('Is it heavy?')
  const answer = '<img src=x onerror=alert(1)> About 300 g.'
  expect((await editor.send(moderateComment, { id, answer })).message).toBe('Reply published')
  const answerText = async () =>
    (await client(app).send(getComments, { product_id })).answer.data[0]?.answer?.text
  expect(await answerText()).toBe(answer)
  const { version } = (await list({ answered: true })).data[0]!
  await editor.send(moderateComment, { id, answer: 'About 310 g.', version })
  expect(await answerText()).toBe('About 310 g.')
  expect(await editor.send(moderateComment, { id, answer: 'Mine', version })).toMatchObject({
    status: 409,
    code: 'version_conflict',
  })
  expect((await elsewhere.send(moderateComment, { id, answer: 'x' })).status).toBe(404)
  for (const wrong of ['', ' ', 'x'.repeat(2001), '\0', 1, [], {}]) {
    expect((await editor.send(moderateComment, { id, answer: wrong })).status).toBe(400)
  }
  expect((await editor.send(moderateComment, { id })).status).toBe(400)
  expect((await editor.send(moderateComment, { id, answer: null })).message).toBe('Reply removed')
  expect(await answerText()).toBeUndefined()
  expect(await words({ answered: true })).toEqual([])
  expect(await words({ answered: 'false', sort: 'oldest' })).toEqual(['Is it heavy?'])
})

test('a bulk call hides all comments or none', async () => {
  const ids = [await add('One'), await add('Two'), await add('Three')]
  await report(ids[1]!, 'Rude')
  expect(await words({ reported: true })).toEqual(['Two'])
  expect((await editor.send(moderateComments, { ids: [...ids, 999_999], status: 'hidden' })).status).toBe(404)
  expect((await elsewhere.send(moderateComments, { ids, status: 'hidden' })).status).toBe(404)
  for (const wrong of [null, [], {}, 'x', [0], ['x'], Array.from({ length: 101 }, (_, i) => i + 1)]) {
    expect((await editor.send(moderateComments, { ids: wrong, status: 'hidden' })).status).toBe(400)
  }
  expect(await words({ status: 'hidden' })).toEqual([])
  const done = await editor.send(moderateComments, { ids: ids.slice(0, 2), status: 'hidden' })
  expect(done).toMatchObject({ message: '2 comments hidden', answer: { data: { count: 2 } } })
  expect(await shown()).toEqual(['Three'])
  const entries = await db.selectFrom('audit_entry').select('job').where('job', 'is not', null).execute()
  expect(new Set(entries.map(({ job }) => job)).size).toBe(1)
  expect(entries).toHaveLength(2)
})
