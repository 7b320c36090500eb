import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
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

const watch = connect(url, { max: 4, limits: false })
afterAll(() => watch.destroy())

/** Lets commits wait for replicas of this name; for none, if it is empty. */
async function waitForReplica(name: string): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(watch)
  await sql`select pg_reload_conf()`.execute(watch)
}

/** How many commits wait for a replica after a statement like this. */
async function held(statement: string): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where wait_event = 'SyncRep' and query ilike ${statement}`.execute(watch)
  return rows.length
}

/** The processes of the server learn of the setting one after the other. */
async function untilCommitsAreHeld(): Promise<Promise<unknown>[]> {
  const probes: Promise<unknown>[] = []
  while ((await held('%probe%')) === 0) {
    const probe = sql`select pg_logical_emit_message(true, 'test', 'probe')`.execute(watch)
    probes.push(probe)
    await Promise.race([probe, wait(100)])
  }
  return probes
}

test('a repeated order is acknowledged once a replica has it', async () => {
  const goods = await makeGoods(db)
  const items = [{ productid: goods.mug, quantity: 1 }]
  const guest = client(app)
  const first = await order(guest, { items }, 'one')
  expect(first.status).toBe(201)

  onTestFinished(() => waitForReplica(''))
  await waitForReplica('away')
  const probes = await untilCommitsAreHeld()
  let isAnswered = false
  const again = order(guest, { items }, 'one').finally(() => (isAnswered = true))
  await expect.poll(() => held('commit')).toBe(1)
  await wait(200)
  expect(isAnswered).toBe(false)

  await waitForReplica('')
  await Promise.all(probes)
  const { status, answer } = await again
  expect(status).toBe(201)
  expect(answer.data.number).toBe(first.answer.data.number)
})
