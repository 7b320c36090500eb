import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment, reportComment } from '#contract/comments/comment.ts'
import { updateSettings } from '#server/modules/settings/index.ts'
import { newcomer, newUser } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let product_id: number

beforeAll(async () => {
  product_id = (await makeGoods(db)).mug
})

const subscribe = (settings: object) =>
  db.transaction().execute((tx) => updateSettings(tx, context, 'notifications', settings))
const recipientsOf = async (template: string) =>
  (await db.selectFrom('email').select('recipient').where('template', '=', template).execute()).map(
    ({ recipient }) => recipient,
  )

test('emails the subscribed staff once for each comment and each report', async () => {
  const [asha, gone] = [await newUser(db, { role_id: 1 }), await newUser(db, { role_id: 1 })]
  const devika = await newcomer(db, app, { role_id: 1 })
  const { browser: meera } = await newcomer(db, app)
  const { browser: ravi } = await newcomer(db, app)

  await meera.send(postComment, { product_id, comment: 'Nobody asked' })
  expect(await recipientsOf('comment_posted')).toEqual([])

  await subscribe({ comment_posted: [asha.id, gone.id, devika.id], comment_reported: [asha.id] })
  await db.updateTable('app_user').set({ role_id: 2 }).where('id', '=', gone.id).execute()
  const key = { 'idempotency-key': 'one-comment-for-one-email' }
  const sent = { product_id, comment: 'Lovely https://evil.example' }
  const { answer } = await meera.send(postComment, sent, key)
  await meera.send(postComment, sent, key)
  const { email: others } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', devika.id)
    .executeTakeFirstOrThrow()
  expect((await recipientsOf('comment_posted')).toSorted()).toEqual([asha.email, others].toSorted())
  const { body_text: text } = await db.selectFrom('email').select('body_text').executeTakeFirstOrThrow()
  expect(text).toMatch(/new comment on .*\/dashboard\/comments/s)
  expect(text).not.toContain('evil.example')

  // The author of a comment is not notified.
  await devika.browser.send(postComment, { product_id, comment: 'My own' })
  expect(await recipientsOf('comment_posted')).toHaveLength(3)

  for (const reason of ['rude', 'rude again']) await ravi.send(reportComment, { id: answer.data.id, reason })
  expect(await recipientsOf('comment_reported')).toEqual([asha.email])
})
