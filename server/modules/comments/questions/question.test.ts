import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProducts } from '#contract/catalog/product.ts'
import { deleteComment, getComments, reportComment, updateComment } from '#contract/comments/comment.ts'
import { getAdminComments, moderateComment } from '#contract/comments/comment-moderation.ts'
import { answerQuestion, askQuestion, getQuestions } from '#contract/comments/question.ts'
import { openSession, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let product_id: number
let foreign: number

async function customer() {
  const { userId, token } = await openSession(db)
  return { ...client(app, { cookies: new Map([['session', token]]) }), userId }
}
type Customer = Awaited<ReturnType<typeof customer>>
let meera: Customer
let buyer: Customer

beforeAll(async () => {
  const goods = await makeGoods(db)
  product_id = goods.mug
  foreign = goods.foreign
  ;[meera, buyer] = [await customer(), await customer()]
  const [variantId = 0] = await variantsOf(db, product_id)
  await newSoldOrder(db, [{ productId: product_id, variantId, quantity: 1, price: 50_000 }], {
    user_id: buyer.userId,
    status: 'delivered',
    delivered_at: new Date(),
  })
})

const list = async () => (await client(app).send(getQuestions, { product_id })).answer

test('shoppers ask, buyers and the shop answer, staff moderate', async () => {
  const asked = await meera.send(askQuestion, { product_id, question: ' Is it heavy? ' })
  expect(asked).toMatchObject({ status: 201, message: 'Question posted' })
  const { id } = asked.answer.data
  const refused = await meera.send(answerQuestion, { id, answer: 'I guess so' })
  expect(refused).toMatchObject({ status: 403, code: 'not_bought' })
  const answered = await buyer.send(answerQuestion, { id, answer: 'About 300 g' })
  expect(answered.status).toBe(201)
  const answerId = answered.answer.data.id

  const { browser: editor } = await staffWith(db, app, ['content'])
  await editor.send(moderateComment, { id, answer: '310 g with the lid' })
  expect(await list()).toMatchObject({
    total: 1,
    data: [
      {
        user: 'Meera Iyer',
        question: 'Is it heavy?',
        reply: { text: '310 g with the lid' },
        answers: [{ id: answerId, answer: 'About 300 g', helpful: 0 }],
      },
    ],
  })
  const product = (await client(app).send(getProducts, { productid: product_id })).answer.response[0]
  expect(product).toMatchObject({ questioncount: 1, questions: [{ id }], commentcount: 0, rating: null })
  expect((await client(app).send(getComments, { product_id })).answer).toMatchObject({ total: 0, data: [] })

  const moderated = await editor.send(getAdminComments, { kind: 'answer' })
  expect(moderated.answer.data).toMatchObject([{ id: answerId, kind: 'answer', comment: 'About 300 g' }])
  expect((await editor.send(moderateComment, { id: answerId, answer: 'No' })).status).toBe(400)
  await meera.send(reportComment, { id: answerId, reason: 'Wrong' })
  await editor.send(moderateComment, { id: answerId, status: 'hidden' })
  expect((await list()).data[0]?.answers).toEqual([])
  await editor.send(moderateComment, { id, status: 'hidden' })
  expect(await list()).toEqual({ data: [], total: 0 })
  expect((await buyer.send(answerQuestion, { id, answer: 'Late' })).status).toBe(404)
})

test('posts once per key, and authors edit their own within the time', async () => {
  const key = { 'idempotency-key': 'ask' }
  const question = { product_id, question: 'Dishwasher?' }
  const [first, second] = await Promise.all([1, 2].map(() => meera.send(askQuestion, question, key)))
  expect(first?.answer).toEqual(second?.answer)
  const { id } = first!.answer.data
  expect((await meera.send(updateComment, { id, comment: 'Is it dishwasher-safe?', rating: 5 })).status).toBe(
    200,
  )
  expect(await list()).toMatchObject({
    total: 1,
    data: [{ question: 'Is it dishwasher-safe?', edited: true }],
  })
  expect((await buyer.send(deleteComment, { id })).status).toBe(404)
  expect((await meera.send(deleteComment, { id })).status).toBe(200)
  expect((await list()).total).toBe(0)
})

test('refuses questions without an account, a text or a live product', async () => {
  expect((await client(app).send(askQuestion, { product_id, question: 'Hello?' })).status).toBe(401)
  expect((await meera.send(askQuestion, { product_id, question: ' ' })).status).toBe(400)
  expect((await meera.send(askQuestion, { product_id: foreign, question: 'Hello?' })).status).toBe(404)
})
