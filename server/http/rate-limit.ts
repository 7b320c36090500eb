import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from './errors.ts'

/** How often something may be done: `burst` times at once, then once every `seconds`. */
export interface RateLimit {
  burst: number
  seconds: number
}

/** Where tries are counted, for all processes together (GCRA: ITU-T I.371). */
export interface Counter {
  /** Counts one try and answers 0, or does not count it and answers the whole seconds to wait. */
  take(key: string, limit: RateLimit): Promise<number>
  /** Forgets what was counted, as after a sign-in that worked. */
  forget(key: string): Promise<void>
}

/** Counts in rows, which every process shares. */
export const countInDatabase = (db: Database): Counter => ({
  async take(key, { burst, seconds }) {
    const { rows } = await sql<{ counted: boolean }>`/* planned once */
      insert into rate_limit as l (key, free_at) values (${key}, now() + ${seconds} * interval '1 second')
      on conflict (key) do update set free_at = greatest(l.free_at, now()) + ${seconds} * interval '1 second'
        where greatest(l.free_at, now()) + ${seconds} * interval '1 second' <= now() + ${burst * seconds} * interval '1 second'
      returning true as counted`.execute(db)
    if (rows.length > 0) return 0
    const { rows: waits } = await sql<{ wait: number }>`
      select ceil(extract(epoch from free_at - now()) - ${(burst - 1) * seconds})::integer as wait
      from rate_limit where key = ${key}`.execute(db)
    return Math.max(1, waits[0]?.wait ?? seconds)
  },
  async forget(key) {
    await sql`/* planned once */ delete from rate_limit where key = ${key}`.execute(db)
  },
})

/** What a handler counts with. With RATE_LIMITS=off nothing is counted. */
export interface Limits {
  /** For what is counted elsewhere, such as in rows that are there anyway. */
  readonly on: boolean
  /** Counts one try, or refuses it with 429 and the seconds to wait. */
  take(key: string, limit: RateLimit): Promise<void>
  forget(key: string): Promise<void>
}

export function limitsOf(counter: Counter, on: boolean): Limits {
  if (!on) return { on, take: async () => {}, forget: async () => {} }
  return {
    on,
    async take(key, limit) {
      const wait = await counter.take(key, limit)
      if (wait > 0) throw tooMany(wait)
    },
    forget: (key) => counter.forget(key),
  }
}

/** The refusal: `seconds` go into Retry-After. */
export function tooMany(seconds: number): AppError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError(429, 'too_many', `Too many tries. Please try again in ${wait}.`, undefined, seconds)
}
