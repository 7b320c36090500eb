import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fillPath } from '#client/fill-path.ts'
import { getOverview } from '#contract/reports/report.ts'
import { routes } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { testApp } from '#test/harness/app/app.ts'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { replicatedDatabase } from '#test/harness/cluster/replicated-database.ts'
import { seedCatalog } from '#test/harness/data/catalog.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { publicReadInputs } from '#test/harness/schema/public-read-inputs.ts'
import { isPublicRead } from '../route.ts'

const { url, replicaUrls, stop: stopServers } = await replicatedDatabase(1)
afterAll(stopServers)
const [line, replicaLine] = [await cuttable(), await cuttable()]
afterAll(() => Promise.all([line.close(), replicaLine.close()]))
const db = connect(url, { max: 4 })
const replica = connect(replicaUrls[0]!, { max: 1 })
const { app, stop, logged } = await testApp({
  database: async () => ({ db, url, drop: () => db.destroy() }),
  through: line.through,
  env: { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaLine.through(replicaUrls[0]!), RATE_LIMITS: 'off' },
})
afterAll(stop)
afterAll(() => replica.destroy())

let product = { id: 0, slug: '' }
beforeAll(async () => {
  const { products } = await seedCatalog(db, 1, 30)
  product = await db
    .selectFrom('product')
    .select(['id', 'slug'])
    .where('config_id', '=', 1)
    .where('id', '=', products.find(({ live }) => live)?.id ?? 0)
    .executeTakeFirstOrThrow()
  await untilUp()
})
afterEach(async () => {
  line.mend()
  replicaLine.mend()
  await sql`select pg_wal_replay_resume()`.execute(replica)
  await untilUp()
})

async function metric(name: string): Promise<number> {
  const { body } = await app.inject('/metrics')
  return Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)`, 'm').exec(body)?.[1])
}
const replicaIsUp = () => metric('replica_up')
const reads = () => metric('replica_reads_total')

/** Waits until primary and replica answer. */
const untilUp = () =>
  vi.waitFor(
    async () => {
      expect(await replicaIsUp()).toBe(1)
      expect((await app.inject('/readyz')).statusCode).toBe(200)
    },
    { timeout: 8000 },
  )

const rename = (name: string) =>
  db.updateTable('product').set({ name }).where('config_id', '=', 1).where('id', '=', product.id).execute()
const page = () => app.inject(`/product-details/${product.id}`)

test('every public read is answered by the replica, and none has to be repeated', async () => {
  const inputs = publicReadInputs(product)
  for (const { endpoint } of routes.filter(isPublicRead)) {
    const { method, path } = endpoint
    const input = inputs[path] ?? {}
    const address = `/api/${fillPath(path, input).path}`
    const query = new URLSearchParams(path.includes(':') ? {} : (input as Record<string, string>))
    const before = await reads()
    const { statusCode } = await app.inject(
      method === 'GET'
        ? { method, url: `${address}?${query.toString()}` }
        : { method, url: address, payload: input },
    )
    if (statusCode === 200) expect([path, await reads()]).toEqual([path, before + 1])
  }
  expect(await metric('replica_failures_total')).toBe(0)
})

test('the sales reports of staff are read on the replica, and show what staff have just changed', async () => {
  const { browser } = await staffWith(db, app, ['reports'])
  const before = await reads()
  expect((await browser.send(getOverview, { days: '7' })).status).toBe(200)
  expect(await reads()).toBe(before + 1)
})

test('a page shows a change at once, also while the replica is behind', async () => {
  expect((await page()).statusCode).toBe(200)
  await sql`select pg_wal_replay_pause()`.execute(replica)
  for (const name of ['Cup of the morning', 'Cup of the evening']) {
    await rename(name)
    // The notification of a change reaches this process a moment later.
    await expect.poll(async () => (await page()).body.includes(name)).toBe(true)
  }
  await sql`select pg_wal_replay_resume()`.execute(replica)
  const before = await reads()
  await rename('Cup of the night')
  await expect.poll(async () => (await page()).body.includes('Cup of the night')).toBe(true)
  await expect
    .poll(async () => {
      await app.inject(`/products?min=${Math.random()}`)
      return reads()
    })
    .toBeGreaterThan(before)
})

test('pages that wait for a replica that hangs are read on the primary', async () => {
  const list = { method: 'POST', url: '/api/product/getproduct', payload: { limit: 3 } } as const
  await Promise.all([app.inject('/products?min=0'), app.inject(list)])
  replicaLine.silence()
  const answers = await Promise.all([
    app.inject('/products?min=1'),
    app.inject('/products?min=2'),
    app.inject({ ...list, payload: { limit: 4 } }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await replicaIsUp()).toBe(0)
  expect(logged.some(({ msg }) => msg === 'a replica is left out')).toBe(true)
})

test('without the primary, a page that no process has cached comes from the replica, and is not kept', async () => {
  await page()
  line.cut()
  await wait(300)
  expect((await app.inject('/products?min=3')).statusCode).toBe(200)
  line.mend()
  await rename('Cup of the next day')
  await expect.poll(async () => (await page()).body.includes('Cup of the next day')).toBe(true)
})
