import { afterAll, expect, test } from 'vitest'
import { withdraw } from '#contract/orders/return.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { stranger } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

test('made-up withdrawals of strangers do not keep the buyer from withdrawing', async () => {
  const goods = await makeGoods(db)
  const placed = await order(stranger(app), { items: [{ productid: goods.mug }] })
  const { number } = placed.answer.data
  const guess = (who = stranger(app)) => who.send(withdraw, { number, email: 'wrong@example.com' })
  for (const { status } of await Promise.all(Array.from({ length: 12 }, () => guess())))
    expect(status).toBe(200)
  expect(await stranger(app).send(withdraw, { number, email: 'asha@example.com' })).toMatchObject({
    status: 200,
  })
  const returns = await db.selectFrom('order_return').select('kind').execute()
  expect(returns).toHaveLength(1)
})

test('one network is limited', async () => {
  const network = client(app, { address: '10.99.0.1' })
  const guess = (at: number) =>
    network.send(withdraw, { number: `AAAA-BBBB-CC${10 + at}`, email: 'wrong@example.com' })
  const answers = await Promise.all(Array.from({ length: 11 }, (_, at) => guess(at)))
  expect(
    answers
      .map(({ status }) => status)
      .toSorted((a, b) => a - b)
      .slice(-2),
  ).toEqual([200, 429])
})
