import { afterAll, expect, test } from 'vitest'
import { getReconciliation, requestReconciliation } from '#contract/reconciliation/reconciliation.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { requestNightlyChecks, runNextChecks } from './reconciliation.writes.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('a reconciliation that staff or the night requested runs once, and its findings can be read', async () => {
  const { lamp: productid, lampVariants } = await makeGoods(db)
  await order(client(app), { items: [{ productid, variantid: lampVariants[0] }] })
  const { email } = await newUser(db, { role_id: 1 })
  const staff = await signedIn(app, email)
  await staff.send(requestReconciliation)
  await staff.send(requestReconciliation)
  expect((await staff.send(getReconciliation)).answer.data).toMatchObject({ latest: null, isRunning: true })
  const done = await Promise.all([runNextChecks(db), runNextChecks(db)])
  expect(done.filter(Boolean)).toHaveLength(1)
  const { data } = (await staff.send(getReconciliation)).answer
  expect(data).toMatchObject({ latest: { orders: 1, findings: [] }, isRunning: false })
  // Shop 1 was checked today, shop 2 never.
  await requestNightlyChecks(db)
  await requestNightlyChecks(db)
  expect([await runNextChecks(db), await runNextChecks(db)]).toEqual([true, false])
})
