import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { newUser, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { times } from '#test/harness/at-once.ts'
import { byTheClock } from '#test/harness/by-the-clock.ts'
import { testDatabase } from '#test/harness/database.ts'
import { startRedis } from '#test/harness/redis-server.ts'
import { keyedHash } from './keyed-hash.ts'
import { countInDatabase } from './rate-limit.ts'
import { countInRedis } from './redis-counter.ts'

const redis = await startRedis()
const { db, drop } = await testDatabase()
afterAll(async () => {
  await redis.kill()
  await drop()
})
beforeEach(() => db.deleteFrom('rate_limit').execute())

const inDatabase = countInDatabase(db)

/** One process that counts, and what it has logged. */
async function counting(secret = 'a secret') {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const counter = await countInRedis(redis.url, {
    otherwise: inDatabase,
    keyedHash: keyedHash(secret),
    log,
  })
  onTestFinished(counter.close)
  return { counter, logged }
}

const rows = async () => (await db.selectFrom('rate_limit').select('key').execute()).length

let keys = 0
const newKey = () => `test ${++keys}`

test(
  'what is let through, and how long to wait, is the same in Redis and in the database',
  byTheClock,
  async () => {
    const { counter } = await counting()
    const [here, there] = [newKey(), newKey()]
    for (const limit of [
      { burst: 3, seconds: 240 },
      { burst: 1, seconds: 7.5 },
    ]) {
      for (let n = 0; n < limit.burst + 2; n++) {
        const waits = await Promise.all([
          counter.take(`${here} ${limit.burst}`, limit),
          inDatabase.take(`${there} ${limit.burst}`, limit),
        ])
        expect(waits[0] > 0).toBe(n >= limit.burst)
        expect(Math.abs(waits[0] - waits[1])).toBeLessThanOrEqual(1)
      }
    }
  },
)

test('of many tries at once, by several processes, exactly as many are let through as may be', async () => {
  const processes = [await counting(), await counting()]
  const key = newKey()
  const waits = await Promise.all(
    processes.flatMap(({ counter }) => times(30, () => counter.take(key, { burst: 7, seconds: 60 }))),
  ).then((all) => all.flat())
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(7)
  expect(await rows()).toBe(0)
})

test('a bucket empties with time, and at once when it is forgotten', byTheClock, async () => {
  const { counter } = await counting()
  const key = newKey()
  const take = () => counter.take(key, { burst: 2, seconds: 0.8 })
  expect([await take(), await take(), await take()]).toEqual([0, 0, 1])
  await wait(820)
  expect([await take(), await take()]).toEqual([0, 1])
  await counter.forget(key)
  expect([await take(), await take(), await take()]).toEqual([0, 0, 1])
})

test('shops that share a Redis by chance do not count each other', async () => {
  const [one, other] = [await counting('one secret'), await counting('another secret')]
  const key = newKey()
  const limit = { burst: 1, seconds: 60 }
  expect(await one.counter.take(key, limit)).toBe(0)
  expect(await other.counter.take(key, limit)).toBe(0)
  expect(await one.counter.take(key, limit)).toBeGreaterThan(0)
})

test('a Redis that is gone locks nobody out and lets nobody through uncounted, and is told of once', async () => {
  const { counter, logged } = await counting()
  await redis.kill()
  const key = newKey()
  const limit = { burst: 3, seconds: 60 }
  const waits = await times(10, () => counter.take(key, limit))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3)
  await counter.forget(key)
  expect(await counter.take(key, limit)).toBe(0)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('limits are counted in the database')
  expect(logged[0]).not.toContain(redis.password)

  await redis.start()
  await expect.poll(() => counter.take(newKey(), limit).then(() => logged.length)).toBe(2)
  expect(logged[1]).toContain('limits are counted in Redis again')
})

test('a Redis that hangs costs a caller half a second, once', byTheClock, async () => {
  const { counter, logged } = await counting()
  redis.hang()
  onTestFinished(redis.goOn)
  const limit = { burst: 3, seconds: 60 }
  const key = newKey()
  const began = performance.now()
  const waits = [
    await counter.take(key, limit),
    await counter.take(key, limit),
    await counter.take(key, limit),
  ]
  expect(waits).toEqual([0, 0, 0])
  expect(await counter.take(key, limit)).toBeGreaterThan(0)
  expect(performance.now() - began).toBeLessThan(900)
  expect(logged).toHaveLength(1)
})

test('with REDIS_URL the limits of the shop are in Redis, and no address of a person is', async () => {
  const { app, db: own, logged, stop } = await testApp({ env: { REDIS_URL: redis.url } })
  onTestFinished(stop)
  const { email } = await newUser(own)
  const tries = await times(6, () => stranger(app).send(login, { email, password: 'a wrong guess' }))
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 401, 401, 401, 429])
  expect(await own.selectFrom('rate_limit').select('key').execute()).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 40)).toEqual([])
})
