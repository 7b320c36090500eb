import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { AppError } from '../errors.ts'

/** Allows `burst` tries at once, then one every `seconds`. */
export interface RateLimit {
  burst: number
  seconds: number
}

/** Counts tries for all processes together, by the algorithm GCRA (ITU-T I.371). */
export interface RateCounter {
  /** Counts one try and returns 0; if the limit is reached, counts nothing and returns the whole seconds to wait. */
  take(key: string, limit: RateLimit): Promise<number>
  /** Resets the count, for example after a successful sign-in. */
  reset(key: string): Promise<void>
}

/** Counts in rows of the database, which all processes share. */
export const countInDatabase = (db: Database): RateCounter => ({
  async take(key, { burst, seconds }) {
    const { rows } = await prepared(
      'take_from_rate_limit',
      sql<{ counted: boolean }>`
      insert into rate_limit as l (key, free_at) values (${key}, now() + ${seconds} * interval '1 second')
      on conflict (key) do update set free_at = greatest(l.free_at, now()) + ${seconds} * interval '1 second'
        where greatest(l.free_at, now()) + ${seconds} * interval '1 second' <= now() + ${burst * seconds} * interval '1 second'
      returning true as counted`,
    ).execute(db)
    if (rows.length > 0) return 0
    const { rows: waits } = await sql<{ wait: number }>`
      select ceil(extract(epoch from free_at - now()) - ${(burst - 1) * seconds})::integer as wait
      from rate_limit where key = ${key}`.execute(db)
    return Math.max(1, waits[0]?.wait ?? seconds)
  },
  async reset(key) {
    await prepared('reset_rate_limit', sql`delete from rate_limit where key = ${key}`).execute(db)
  },
})

/** The rate limits for handlers. With RATE_LIMITS=off they allow everything. */
export interface Limits {
  /** For limits that count existing rows instead. */
  readonly on: boolean
  /** Counts one try; throws AppError 429 with the seconds to wait if the limit is reached. */
  take(key: string, limit: RateLimit): Promise<void>
  /** Counts one try and tells whether it was within the limit. */
  allows(key: string, limit: RateLimit): Promise<boolean>
  reset(key: string): Promise<void>
}

export function createLimits(counter: RateCounter, on: boolean): Limits {
  if (!on) return { on, take: async () => {}, allows: async () => true, reset: async () => {} }
  return {
    on,
    async take(key, limit) {
      const wait = await counter.take(key, limit)
      if (wait > 0) throw tooManyTries(wait)
    },
    allows: async (key, limit) => (await counter.take(key, limit)) === 0,
    reset: (key) => counter.reset(key),
  }
}

/** AppError 429; `seconds` go into Retry-After. */
export function tooManyTries(seconds: number): AppError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError(429, 'too_many', `Too many tries. Please try again in ${wait}.`, undefined, seconds)
}
