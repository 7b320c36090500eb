import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment, reportComment } from '#contract/comment.ts'
import { updateSettings } from '#server/modules/settings/index.ts'
import { newcomer, newUser } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods } from '#test/harness/goods.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const context = { configId: 1, actor: { id: null, name: 'Asha' } }
let product_id: number

beforeAll(async () => {
  product_id = (await makeGoods(db)).mug
})

const tell = (settings: object) =>
  db.transaction().execute((tx) => updateSettings(tx, context, 'notifications', settings))
const told = async (template: string) =>
  (await db.selectFrom('mail').select('recipient').where('template', '=', template).execute()).map(
    ({ recipient }) => recipient,
  )

test('staff is told of comments and of reports, each time once, as the settings say', async () => {
  const [asha, gone] = [await newUser(db, { role_id: 1 }), await newUser(db, { role_id: 1 })]
  const devika = await newcomer(db, app, { role_id: 1 })
  const { browser: meera } = await newcomer(db, app)
  const { browser: ravi } = await newcomer(db, app)

  await meera.send(postComment, { product_id, comment: 'Nobody asked' })
  expect(await told('comment_posted')).toEqual([])

  await tell({ comment_posted: [asha.id, gone.id, devika.id], comment_reported: [asha.id] })
  await db.updateTable('app_user').set({ role_id: 2 }).where('id', '=', gone.id).execute()
  const key = { 'idempotency-key': 'one-comment-for-one-mail' }
  const sent = { product_id, comment: 'Lovely https://evil.example' }
  const { answer } = await meera.send(postComment, sent, key)
  await meera.send(postComment, sent, key)
  const { email: others } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', devika.id)
    .executeTakeFirstOrThrow()
  expect((await told('comment_posted')).toSorted()).toEqual([asha.email, others].toSorted())
  const { body_text: text } = await db.selectFrom('mail').select('body_text').executeTakeFirstOrThrow()
  expect(text).toMatch(/commented on .*\/dashboard\/comments/s)
  expect(text).not.toContain('evil.example')

  // Who comments is not told of it.
  await devika.browser.send(postComment, { product_id, comment: 'My own' })
  expect(await told('comment_posted')).toHaveLength(3)

  for (const reason of ['rude', 'rude again']) await ravi.send(reportComment, { id: answer.data.id, reason })
  expect(await told('comment_reported')).toEqual([asha.email])
})
