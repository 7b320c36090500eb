import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { connect } from '#server/db/connect.ts'
import { testApp } from '#test/harness/app/app.ts'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { route } from '../route.ts'

const answer = z.object({ data: z.array(z.string()) })
const listNames = endpoint({
  method: 'GET',
  path: 'names',
  audience: 'public',
  summary: 'Names, cached; one list per letter',
  input: z.object({ letter: z.string().default('a') }),
  answer,
  cache: {},
})
const addName = endpoint({
  method: 'POST',
  path: 'add-name',
  audience: 'visitor',
  summary: 'A write',
  input: z.object({ name: z.string() }),
  answer,
})

const proxy = await cuttable()
const {
  app,
  db: direct,
  url,
  stop,
} = await testApp({
  through: proxy.through,
  routes: [
    route(listNames, async (_input, { db, shop }) => {
      const rows = await db
        .selectFrom('category')
        .select('name')
        .where('config_id', '=', shop.shopId)
        .execute()
      return { data: rows.map(({ name }) => name) }
    }),
    route(addName, async ({ name }, { db, shop }) => {
      await db
        .insertInto('category')
        .values({ config_id: shop.shopId, name, slug: name.toLowerCase() })
        .execute()
      return { data: [] }
    }),
  ],
})
afterAll(async () => {
  proxy.mend()
  await stop()
  await proxy.close()
})

const names = (letter = 'a') => app.inject(`/api/names?letter=${letter}`)
const add = (name: string) => app.inject({ method: 'POST', url: '/api/add-name', payload: { name } })

/** Resolves with the answer; fails if it took so long that the server must have waited for the database. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work
  expect(performance.now() - start).toBeLessThan(8000)
  return result
}

async function expectRecovery(name: string): Promise<void> {
  await expect.poll(async () => (await add(name)).statusCode).toBe(200)
  expect((await names()).json<{ data: string[] }>().data).toContain(name)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
}

beforeAll(async () => {
  await add('First')
})
afterEach(() => proxy.mend())

describe.each(['cut', 'silence'] as const)('while the database is unreachable (%s)', (how) => {
  it('cached answers are served, others are refused in time, and the shop recovers', async () => {
    const before = (await names()).json<object>()
    proxy[how]()

    // At once, and again after the shop has noticed.
    for (const letter of ['b', 'c']) {
      expect((await inTime(names())).json()).toEqual(before)

      const [read, written, ready, health] = await Promise.all([
        inTime(names(`${how}-${letter}`)),
        inTime(add('Lost')),
        inTime(app.inject('/readyz')),
        inTime(app.inject('/healthz')),
      ])
      for (const refused of [read, written]) {
        expect(refused.statusCode).toBe(503)
        expect(refused.headers['retry-after']).toBe('2')
        expect(refused.json()).toMatchObject({ status: false, code: 'unavailable' })
      }
      expect(ready.statusCode).toBe(503)
      expect(health.statusCode).toBe(200)
      await wait(1000)
    }

    proxy.mend()
    await expectRecovery(`After${how}`)
  }, 60_000)
})

describe('after the listening connection is lost', () => {
  it('changes from that time are shown', async () => {
    await names()
    const elsewhere = connect(url)
    try {
      for (let round = 0; round < 5; round++) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'haat listener'`.execute(elsewhere)
        const name = `Unheard${round}`
        await direct.insertInto('category').values({ config_id: 1, name, slug: name.toLowerCase() }).execute()
        await expect.poll(async () => (await names()).json<{ data: string[] }>().data).toContain(name)
        await wait(50)
      }
    } finally {
      await elsewhere.destroy()
    }
  })
})

describe('while only the listening connection is dead', () => {
  it('nothing stale is sent as fresh, calls work, and changes from that time are shown afterwards', async () => {
    await names()
    proxy.impair({ loses: true, only: 'haat listener' })
    await direct.insertInto('category').values({ config_id: 1, name: 'Deaf', slug: 'deaf' }).execute()
    const shown = async () => {
      const { headers, body } = await names()
      return headers['cache-status'] ? 'stale' : body.includes('Deaf') ? 'new' : 'old'
    }
    await expect.poll(shown).toBe('stale')
    expect((await add('Spoken')).statusCode).toBe(200)
    expect(await shown()).not.toBe('old')

    proxy.heal()
    await expect.poll(shown).toBe('new')
    await expect.poll(async () => (await names()).body).toContain('Spoken')
  })
})
