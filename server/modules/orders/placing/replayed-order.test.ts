import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { testApp } from '#test/harness/app/app.ts'
import { replicatedDatabase } from '#test/harness/cluster/replicated-database.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'

const { url, stop: stopServers } = await replicatedDatabase(1)
afterAll(stopServers)
const db = connect(url, { max: 4 })
const { app, stop } = await testApp({ database: async () => ({ db, url, drop: () => db.destroy() }) })
afterAll(stop)

/** Lets commits wait for replicas of this name; for none, if it is empty. */
async function waitFor(replicas: string): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(replicas)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  const { rows } = await sql<{ names: string }>`
    select current_setting('synchronous_standby_names') as names`.execute(db)
  if (rows[0]?.names !== replicas) await waitFor(replicas)
}

const waiting = async () =>
  (await sql`select from pg_stat_activity where wait_event = 'SyncRep'`.execute(db)).rows.length

test('a repeated order is acknowledged once a replica has it', async () => {
  const goods = await makeGoods(db)
  const items = [{ productid: goods.mug, quantity: 1 }]
  const guest = client(app)
  const first = await order(guest, { items }, 'one')
  expect(first.status).toBe(201)

  await waitFor('away')
  let isAnswered = false
  const again = order(guest, { items }, 'one').finally(() => (isAnswered = true))
  await expect.poll(waiting).toBe(1)
  await wait(200)
  expect(isAnswered).toBe(false)

  await waitFor('')
  const { status, answer } = await again
  expect(status).toBe(201)
  expect(answer.data.number).toBe(first.answer.data.number)
})
