import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { AppError } from '../errors.ts'

/** Allows `burst` tries at once, then one every `seconds`. */
export interface RateLimit {
  burst: number
  seconds: number
}

/** What a limit allows after a try. */
export interface RateCount {
  /** 0: the try was counted. Otherwise it was refused, and the next one is allowed after these seconds. */
  waitSeconds: number
  /** Tries that are allowed now. */
  remaining: number
  /** Until all tries are allowed again, if there are no others. */
  resetSeconds: number
}

/** The count of a bucket that is empty after `filledSeconds`, with the try if it was counted. */
export function rateCount(
  { burst, seconds }: RateLimit,
  { filledSeconds, isCounted }: { filledSeconds: number; isCounted: boolean },
): RateCount {
  // The clocks have microseconds at best, so a bucket that is exactly full may look a little emptier.
  const free = Math.floor(burst - filledSeconds / seconds + 1e-6)
  return {
    waitSeconds: isCounted ? 0 : Math.max(1, Math.ceil(filledSeconds - (burst - 1) * seconds)),
    remaining: isCounted ? Math.min(burst - 1, Math.max(0, free)) : 0,
    resetSeconds: Math.ceil(filledSeconds),
  }
}

/** Counts tries for all processes together, by the algorithm GCRA (ITU-T I.371). */
export interface RateCounter {
  /** Counts one try. If the limit is reached it counts nothing. */
  count(key: string, limit: RateLimit): Promise<RateCount>
  /** Resets the count, for example after a successful sign-in. */
  reset(key: string): Promise<void>
}

/** Counts in rows of the database, which all processes share. */
export const countInDatabase = (db: Database): RateCounter => ({
  async count(key, limit) {
    const { burst, seconds } = limit
    const { rows } = await prepared(
      'take_from_rate_limit',
      sql<{ filled: number }>`
      insert into rate_limit as l (key, free_at) values (${key}, now() + ${seconds} * interval '1 second')
      on conflict (key) do update set free_at = greatest(l.free_at, now()) + ${seconds} * interval '1 second'
        where greatest(l.free_at, now()) + ${seconds} * interval '1 second' <= now() + ${burst * seconds} * interval '1 second'
      returning extract(epoch from free_at - now())::double precision as filled`,
    ).execute(db)
    if (rows[0]) return rateCount(limit, { filledSeconds: rows[0].filled, isCounted: true })
    const { rows: full } = await sql<{ filled: number }>`
      select extract(epoch from free_at - now())::double precision as filled
      from rate_limit where key = ${key}`.execute(db)
    return rateCount(limit, { filledSeconds: full[0]?.filled ?? burst * seconds, isCounted: false })
  },
  async reset(key) {
    await prepared('reset_rate_limit', sql`delete from rate_limit where key = ${key}`).execute(db)
  },
})

/** The rate limits for handlers. With RATE_LIMITS=off they allow everything. */
export interface Limits {
  /** For limits that count existing rows instead. */
  readonly on: boolean
  /** Counts one try, for callers that say how many are left. */
  count(key: string, limit: RateLimit): Promise<RateCount>
  /** Counts one try; throws AppError 429 with the seconds to wait if the limit is reached. */
  take(key: string, limit: RateLimit): Promise<void>
  /** Counts one try and tells whether it was within the limit. */
  allows(key: string, limit: RateLimit): Promise<boolean>
  reset(key: string): Promise<void>
}

export function createLimits(counter: RateCounter, on: boolean): Limits {
  if (!on) {
    const count = async (_key: string, { burst }: RateLimit) => ({
      waitSeconds: 0,
      remaining: burst,
      resetSeconds: 0,
    })
    return { on, count, take: async () => {}, allows: async () => true, reset: async () => {} }
  }
  return {
    on,
    count: (key, limit) => counter.count(key, limit),
    async take(key, limit) {
      const { waitSeconds } = await counter.count(key, limit)
      if (waitSeconds > 0) throw tooManyTries(waitSeconds)
    },
    allows: async (key, limit) => (await counter.count(key, limit)).waitSeconds === 0,
    reset: (key) => counter.reset(key),
  }
}

/** AppError 429; `seconds` go into Retry-After. */
export function tooManyTries(seconds: number): AppError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError(429, 'too_many', `Too many tries. Please try again in ${wait}.`, undefined, seconds)
}
