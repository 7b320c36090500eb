import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/identity/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer, secret } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { addPlatform } from '#test/harness/ucp/checkout-call.ts'
import { forgetBuyers } from './index.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

const input = JSON.stringify({
  lines: [{ id: 'l1', item: 'v1', variantId: 1, quantity: 1 }],
  buyer: { email: 'asha@example.com' },
  destinations: [{ id: 'd1', street: '4 Rose Lane' }],
  selectedDestination: 'd1',
  context: { postalCode: '411001' },
  echo: { context: { postal_code: '411001' } },
  attribution: { campaign: 'spring' },
})
let asha: Client

beforeAll(async () => {
  const { mug } = await makeGoods(db)
  const platformId = await addPlatform(db, 'https://agent.example/ucp.json')
  asha = (await newcomer(db, app)).browser
  const others = (await newcomer(db, app)).browser
  for (const who of [asha, others]) {
    const { number } = (await order(who, { items: [{ productid: mug }] })).answer.data
    await sql`update shop_order set agent_platform_id = ${platformId} where number = ${number}`.execute(db)
  }
  await sql`
    insert into checkout_session (config_id, id, platform_id, protocol, input, state, order_id, expires_at)
    select 1, rpad('session' || id, 22, '-'), ${platformId}, '2026-04-08', ${input}, 'ordered', id, now()
    from shop_order`.execute(db)
})

const parts = async () =>
  (
    await sql<{ parts: string[] }>`
      select array(select jsonb_object_keys(input) order by 1) as parts from checkout_session order by order_id`.execute(
      db,
    )
  ).rows.map((row) => row.parts)

const left = ['attribution', 'lines']
const whole = ['attribution', 'buyer', 'context', 'destinations', 'echo', 'lines', 'selectedDestination']

test('the sessions of a person lose the buyer with the account', async () => {
  expect((await asha.send(deleteAccount, { password: secret })).status).toBe(200)
  expect(await parts()).toEqual([left, whole])
})

test('a session loses its buyer 30 days after the order', async () => {
  const age = (days: number) =>
    sql`update shop_order set placed_at = now() - ${days} * interval '1 day'`.execute(db)
  await age(29.9)
  expect(await forgetBuyers(db)).toBe(0)
  await age(30.1)
  expect(await forgetBuyers(db)).toBe(1)
  expect(await parts()).toEqual([left, left])
  expect(await forgetBuyers(db)).toBe(0)
})
