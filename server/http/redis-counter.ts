import type { Logger } from 'pino'
import { openRedis } from '#server/platform/redis.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { Counter } from './rate-limit.ts'

/**
 * The same count as in the database, by the clock of Redis and in milliseconds. A key is there as long as its bucket is
 * not empty. Answers the seconds to wait, 0 where the try was counted.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local step, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local free = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + step
local over = free - now - burst * step
if over > 0 then return math.max(1, math.ceil(over / 1000)) end
redis.call('SET', KEYS[1], string.format('%.0f', free), 'PX', string.format('%.0f', free - now))
return 0`

/** For so long (ms) nobody asks a Redis that has failed, so that callers do not wait for it one after the other. */
const pauseAfterFailure = 1000

interface Deps {
  /** Counts while Redis is away: from nothing, so that nobody is locked out, and everybody is counted. */
  otherwise: Counter
  /** Keys are hashed: no address of a person stands in Redis, and shops with other secrets never meet there. */
  keyedHash: KeyedHash
  log: Logger
}

/** Counts in Redis. When that is lost, and when it is back, is logged once. */
export async function countInRedis(
  url: string,
  { otherwise, keyedHash, log }: Deps,
): Promise<Counter & { close(): void }> {
  const redis = await openRedis(url)
  let askAgain = 0
  let lost = false

  const attempt = async <T>(work: () => Promise<T>, instead: () => Promise<T>): Promise<T> => {
    if (performance.now() < askAgain) return instead()
    try {
      const done = await work()
      if (lost) log.info('limits are counted in Redis again')
      lost = false
      return done
    } catch (error) {
      askAgain = performance.now() + pauseAfterFailure
      if (!lost) log.warn({ err: error }, 'Redis cannot be used: limits are counted in the database')
      lost = true
      return instead()
    }
  }
  const nameOf = (key: string) => `haat:limit:${keyedHash('limit', key)}`

  return {
    take: (key, limit) =>
      attempt(
        async () => Number(await redis.run(script, nameOf(key), [limit.seconds * 1000, limit.burst])),
        () => otherwise.take(key, limit),
      ),
    forget: (key) =>
      attempt(
        () => redis.remove(nameOf(key)),
        () => otherwise.forget(key),
      ),
    close: redis.close,
  }
}
