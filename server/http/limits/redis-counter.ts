import type { Logger } from 'pino'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { openRedis } from '#server/platform/redis.ts'
import { rateCount, type RateCounter } from './rate-limit.ts'

/**
 * The same algorithm as in the database, by the clock of Redis in milliseconds. A key expires when its bucket is empty.
 * Returns the milliseconds until the bucket is empty: negative if it is full and the try was refused.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local step, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local free = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + step
if free - now > burst * step then return now + step - free end
redis.call('SET', KEYS[1], string.format('%.0f', free), 'PX', string.format('%.0f', free - now))
return free - now`

/** After a failure no call tries Redis for this long, so that callers do not wait one after another. */
const RETRY_AFTER_MS = 1000

interface Deps {
  /** Counts while Redis is unreachable. It starts from zero, so limits stay in force and lock nobody out. */
  fallback: RateCounter
  /** Hashes keys, so that Redis holds no personal address and shops that share a Redis do not collide. */
  keyedHash: KeyedHash
  log: Logger
}

/** Counts in Redis. It logs once when Redis becomes unreachable and once when it returns. */
export async function countInRedis(
  url: string,
  { fallback, keyedHash, log }: Deps,
): Promise<RateCounter & { close(): void }> {
  const redis = await openRedis(url)
  let retryAt = 0
  let lost = false

  const attempt = async <T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    if (performance.now() < retryAt) return otherwise()
    try {
      const result = await work()
      if (lost) log.info('Redis is back: rate limits are counted in Redis again')
      lost = false
      return result
    } catch (error) {
      retryAt = performance.now() + RETRY_AFTER_MS
      if (!lost) log.warn({ err: error }, 'Redis cannot be reached: rate limits are counted in the database')
      lost = true
      return otherwise()
    }
  }
  const redisKey = (key: string) => `haat:limit:${keyedHash('limit', key)}`

  return {
    count: (key, limit) =>
      attempt(
        async () => {
          const ms = Number(await redis.run(script, redisKey(key), [limit.seconds * 1000, limit.burst]))
          return rateCount(limit, { filledSeconds: Math.abs(ms) / 1000, isCounted: ms > 0 })
        },
        () => fallback.count(key, limit),
      ),
    reset: (key) =>
      attempt(
        () => redis.remove(redisKey(key)),
        () => fallback.reset(key),
      ),
    close: redis.close,
  }
}
