import pino from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import { newUser, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { times } from '#test/harness/processes/at-once.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { startRedis } from '#test/harness/services/redis-server.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { countInDatabase, type RateCounter, type RateLimit } from './rate-limit.ts'
import { countInRedis } from './redis-counter.ts'

const redis = await startRedis()
const { db, drop } = await testDatabase()
afterAll(async () => {
  await redis.kill()
  await drop()
})
beforeEach(() => db.deleteFrom('rate_limit').execute())

const inDatabase = countInDatabase(db)

/** A process that counts, and its log. */
async function counting(secret = 'a secret') {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const counter = await countInRedis(redis.url, {
    fallback: inDatabase,
    keyedHash: keyedHash(secret),
    log,
  })
  onTestFinished(counter.close)
  return { counter, logged }
}

const rows = async () => (await db.selectFrom('rate_limit').select('key').execute()).length

const waitOf = async (counter: RateCounter, key: string, limit: RateLimit) =>
  (await counter.count(key, limit)).waitSeconds

let keys = 0
const newKey = () => `test ${++keys}`

test('Redis and the database allow the same calls and answer the same waiting time', async () => {
  const { counter } = await counting()
  const [here, there] = [newKey(), newKey()]
  for (const limit of [
    { burst: 3, seconds: 2400 },
    { burst: 1, seconds: 750.5 },
  ]) {
    const began = performance.now()
    for (let n = 0; n < limit.burst + 2; n++) {
      const waits = await Promise.all([
        waitOf(counter, `${here} ${limit.burst}`, limit),
        waitOf(inDatabase, `${there} ${limit.burst}`, limit),
      ])
      expect(waits[0] > 0).toBe(n >= limit.burst)
      // The two clocks may differ by the time that the calls took.
      const elapsedSeconds = (performance.now() - began) / 1000
      expect(Math.abs(waits[0] - waits[1])).toBeLessThanOrEqual(1 + elapsedSeconds)
    }
  }
})

test('Redis and the database tell how many tries are left, and when all are allowed again', async () => {
  const { counter } = await counting()
  const limit = { burst: 3, seconds: 600 }
  const left = [
    { waitSeconds: 0, remaining: 2, resetSeconds: 600 },
    { waitSeconds: 0, remaining: 1, resetSeconds: 1200 },
    { waitSeconds: 0, remaining: 0, resetSeconds: 1800 },
    { waitSeconds: 600, remaining: 0, resetSeconds: 1800 },
  ]
  for (const one of [counter, inDatabase]) {
    const key = newKey()
    for (const expected of left) {
      const found = await one.count(key, limit)
      expect(found.remaining).toBe(expected.remaining)
      for (const name of ['waitSeconds', 'resetSeconds'] as const)
        expect(Math.abs(found[name] - expected[name])).toBeLessThanOrEqual(10)
    }
  }
})

test('allows exactly the limit of concurrent tries from several processes', async () => {
  const processes = [await counting(), await counting()]
  const key = newKey()
  const waits = await Promise.all(
    processes.flatMap(({ counter }) => times(30, () => waitOf(counter, key, { burst: 7, seconds: 60 }))),
  ).then((all) => all.flat())
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(7)
  expect(await rows()).toBe(0)
})

test('a bucket empties with time', async () => {
  const { counter } = await counting()
  const key = newKey()
  const take = () => waitOf(counter, key, { burst: 1, seconds: 1 })
  const began = performance.now()
  expect(await take()).toBe(0)
  await expect.poll(take).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(980)
})

test('a reset empties a bucket at once', async () => {
  const { counter } = await counting()
  const key = newKey()
  const take = () => waitOf(counter, key, { burst: 2, seconds: 600 })
  const full = [0, 0, expect.any(Number)]
  expect([await take(), await take(), await take()]).toEqual(full)
  expect(await take()).toBeGreaterThan(0)
  await counter.reset(key)
  expect([await take(), await take()]).toEqual([0, 0])
  expect(await take()).toBeGreaterThan(0)
})

test('shops that share a Redis count separately', async () => {
  const [one, other] = [await counting('one secret'), await counting('another secret')]
  const key = newKey()
  const limit = { burst: 1, seconds: 60 }
  expect(await waitOf(one.counter, key, limit)).toBe(0)
  expect(await waitOf(other.counter, key, limit)).toBe(0)
  expect(await waitOf(one.counter, key, limit)).toBeGreaterThan(0)
})

test('without Redis the limits stay in force from zero, and the log says so once', async () => {
  const { counter, logged } = await counting()
  await redis.kill()
  const key = newKey()
  const limit = { burst: 3, seconds: 60 }
  const waits = await times(10, () => waitOf(counter, key, limit))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3)
  await counter.reset(key)
  expect(await waitOf(counter, key, limit)).toBe(0)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('rate limits are counted in the database')
  expect(logged[0]).not.toContain(redis.password)

  await redis.start()
  await expect.poll(() => waitOf(counter, newKey(), limit).then(() => logged.length)).toBe(2)
  expect(logged[1]).toContain('rate limits are counted in Redis again')
})

test('a Redis that hangs delays one call by half a second, not the following ones', async () => {
  const { counter, logged } = await counting()
  redis.hang()
  onTestFinished(redis.goOn)
  const limit = { burst: 3, seconds: 60 }
  const key = newKey()
  const began = performance.now()
  expect(await waitOf(counter, key, limit)).toBe(0)
  const first = performance.now()
  expect(first - began).toBeGreaterThan(490)
  expect([await waitOf(counter, key, limit), await waitOf(counter, key, limit)]).toEqual([0, 0])
  expect(await waitOf(counter, key, limit)).toBeGreaterThan(0)
  // Three calls that each wait for Redis would take 1.5 s.
  expect(performance.now() - first).toBeLessThan(1400)
  expect(logged).toHaveLength(1)
})

test('with REDIS_URL the limits are in Redis, without personal addresses', async () => {
  const { app, db: own, logged, stop } = await testApp({ env: { REDIS_URL: redis.url } })
  onTestFinished(stop)
  const { email } = await newUser(own)
  const network = stranger(app)
  const tries = await times(6, () => network.send(login, { email, password: 'a wrong guess' }))
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 401, 401, 401, 429])
  expect(await own.selectFrom('rate_limit').select('key').execute()).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 40)).toEqual([])
})
