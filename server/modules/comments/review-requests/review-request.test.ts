import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { postComment } from '#contract/comments/comment.ts'
import { updateReviews } from '#contract/settings/settings.ts'
import { openSession, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { client } from '#test/harness/people/client.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { reviewRequestJob } from '../index.ts'
import { unsubscribeTokenOf } from './unsubscribe-token.ts'

const secret = 'a secret of more than thirty-two characters'
const { app, db, stop } = await testApp({ env: { AUTH_SECRET: secret } })
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})
beforeEach(async () => {
  await db.deleteFrom('review_request').execute()
  await db.deleteFrom('order_line').execute()
  await db.deleteFrom('shop_order').execute()
  await db.deleteFrom('email').execute()
})

const hash = keyedHash(secret)
const ask = () => reviewRequestJob(db, hash).run(new AbortController().signal)
const emails = () =>
  db
    .selectFrom('email')
    .select(['recipient', 'subject', 'body_text', 'unsubscribe_url'])
    .where('template', '=', 'review_request')
    .orderBy('id')
    .execute()
const recipients = async () => (await emails()).map(({ recipient }) => recipient)

/** An order of the mug and the lamp, delivered this many days ago. */
async function deliver(daysAgo: number, columns: object = {}) {
  const [mug = 0] = await variantsOf(db, goods.mug)
  const lines = [
    { productId: goods.mug, variantId: mug, quantity: 2, price: 50_000 },
    { productId: goods.lamp, variantId: goods.lampVariants[0], quantity: 1, price: 100_000 },
  ]
  const id = await newSoldOrder(db, lines, {
    status: 'delivered',
    delivered_at: new Date(Date.now() - daysAgo * 86_400_000),
    origin: 'https://tea.example',
    ...columns,
  })
  return db
    .selectFrom('shop_order')
    .select(['id', 'number', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('asks once, some days after delivery, however many processes run', async () => {
  await deliver(7.1, { email: 'due@example.com' })
  await deliver(6.9, { email: 'soon@example.com' })
  await deliver(14.5, { email: 'long-ago@example.com' })
  await deliver(8, { email: 'returned@example.com', status: 'returned' })
  await Promise.all([ask(), ask(), ask()])
  await ask()
  expect(await recipients()).toEqual(['due@example.com'])
  const [email] = await emails()
  for (const part of [
    `https://tea.example/product-details/${goods.mug}?tab=comments#comment-form`,
    `https://tea.example/product-details/${goods.lamp}?tab=comments#comment-form`,
    'https://tea.example/unsubscribe?token=',
  ])
    expect(email?.body_text).toContain(part)
})

test('follows the setting; 0 days end the requests', async () => {
  const { browser: owner } = await staffWith(db, app, ['settings'])
  await deliver(3, { email: 'due@example.com' })
  expect((await owner.send(updateReviews, { request_days: 0 })).status).toBe(200)
  await ask()
  expect(await recipients()).toEqual([])
  await owner.send(updateReviews, { request_days: 2 })
  await ask()
  expect(await recipients()).toEqual(['due@example.com'])
  await owner.send(updateReviews, { request_days: 7 })
})

test('asks only about products that the customer has not commented on', async () => {
  const { userId, token } = await openSession(db)
  const meera = client(app, { cookies: new Map([['session', token]]) })
  await meera.send(postComment, { product_id: goods.mug, comment: 'Lovely' })
  await deliver(8, { user_id: userId })
  await ask()
  const [email] = await emails()
  expect(email?.body_text).not.toContain(`/product-details/${goods.mug}?`)
  expect(email?.body_text).toContain(`/product-details/${goods.lamp}?`)
  await meera.send(postComment, { product_id: goods.lamp, comment: 'Lovely' })
  await deliver(9, { user_id: userId })
  await ask()
  expect(await emails()).toHaveLength(1)
})

test('one press in the mailbox unsubscribes the address, without a session', async () => {
  await deliver(8, { email: 'Asha@example.com' })
  await ask()
  const url = new URL((await emails())[0]!.unsubscribe_url!)
  const press = (path: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': type },
      payload: type.startsWith('multipart')
        ? '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
        : 'List-Unsubscribe=One-Click',
    })
  expect((await press(`${url.pathname}x`)).statusCode).toBe(404)
  expect((await press('/api/unsubscribe/x')).statusCode).toBe(404)
  expect(await db.selectFrom('review_unsubscribe').selectAll().execute()).toEqual([])
  for (const type of [undefined, 'multipart/form-data; boundary=b'])
    expect((await press(url.pathname, type)).statusCode).toBe(200)
  expect(await db.selectFrom('review_unsubscribe').select('email').execute()).toEqual([
    { email: 'asha@example.com' },
  ])
  await deliver(7.5, { email: 'asha@EXAMPLE.com' })
  await ask()
  expect(await emails()).toHaveLength(1)
})

test('a token of another shop or order is refused', async () => {
  const { number } = await deliver(8)
  const token = unsubscribeTokenOf(hash, 2, number)
  const answer = await app.inject({ method: 'POST', url: `/api/unsubscribe/${token}`, payload: {} })
  expect(answer.statusCode).toBe(404)
})
