import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { connect } from '#server/db/connect.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { countInDatabase } from '#server/http/limits/rate-limit.ts'
import { countInRedis } from '#server/http/limits/redis-counter.ts'
import { startRedis } from '#test/harness/services/redis-server.ts'
import { createDatabase, startTestServer } from '#test/harness/app/database-server.ts'

const limit = { burst: 5, seconds: 0.05 }
const outages = 3

/**
 * Three processes use one limit as fast as they can for that many seconds, on a real Redis that is killed three
 * times. Throws if it allows more, or clearly fewer, than the limit.
 */
export async function run(seconds = 20): Promise<void> {
  const redis = await startRedis()
  if (!redis.real) throw new Error('There is no redis-server on the path.')
  const { serverUrl, template, stop } = await startTestServer()
  const db = connect(await createDatabase(serverUrl, template, `template ${template}`))
  const deps = {
    fallback: countInDatabase(db),
    keyedHash: keyedHash('a secret of the test'),
    log: pino({ enabled: false }),
  }
  const counters = [
    await countInRedis(redis.url, deps),
    await countInRedis(redis.url, deps),
    await countInRedis(redis.url, deps),
  ]
  let passed = 0
  let tried = 0
  let going = true
  const insist = async (counter: (typeof counters)[number]) => {
    while (going) {
      tried++
      if ((await counter.count('the one key', limit)).waitSeconds === 0) passed++
    }
  }
  try {
    const began = performance.now()
    const insisting = counters.flatMap((counter) => [insist(counter), insist(counter), insist(counter)])
    for (let n = 0; n < outages; n++) {
      await wait((seconds * 1000) / (outages + 1))
      await redis.kill()
      await wait(500)
      await redis.start()
    }
    await wait((seconds * 1000) / (outages + 1))
    going = false
    await Promise.all(insisting)
    const steps = (performance.now() - began) / 1000 / limit.seconds
    // Each switch between Redis and the database restarts the count, and for a moment both count.
    const most = steps + limit.burst * (1 + 2 * outages) + (outages * 2.5) / limit.seconds
    console.log(`${passed} of ${tried} tries let through; ${Math.floor(steps + limit.burst)} without outages`)
    if (passed > most || passed < steps * 0.95)
      throw new Error(`Between ${steps * 0.95} and ${most} were to be let through.`)
  } finally {
    going = false
    for (const counter of counters) counter.close()
    await redis.kill()
    await db.destroy()
    await stop()
  }
}
