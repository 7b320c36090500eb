import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from './errors.ts'

/** How often something may be done: `burst` times at once, then once every `seconds`. */
export interface RateLimit {
  burst: number
  seconds: number
}

/**
 * Counts one try, or refuses it with 429 and the seconds to wait. The count is kept in the database, so that all
 * processes share it (GCRA: ITU-T I.371).
 */
async function takeTry(db: Database, key: string, { burst, seconds }: RateLimit): Promise<void> {
  const { rows } = await sql<{ counted: boolean }>`/* planned once */
    insert into rate_limit as l (key, free_at) values (${key}, now() + ${seconds} * interval '1 second')
    on conflict (key) do update set free_at = greatest(l.free_at, now()) + ${seconds} * interval '1 second'
      where greatest(l.free_at, now()) + ${seconds} * interval '1 second' <= now() + ${burst * seconds} * interval '1 second'
    returning true as counted`.execute(db)
  if (rows.length > 0) return
  const { rows: waits } = await sql<{ wait: number }>`
    select ceil(extract(epoch from free_at - now()) - ${(burst - 1) * seconds})::integer as wait
    from rate_limit where key = ${key}`.execute(db)
  throw tooMany(Math.max(1, waits[0]?.wait ?? seconds))
}

/** What a handler counts with. With RATE_LIMITS=off nothing is counted. */
export interface Limits {
  /** For what is counted elsewhere, such as in rows that are there anyway. */
  readonly on: boolean
  take(key: string, limit: RateLimit): Promise<void>
  forget(key: string): Promise<void>
}

export const limitsOf = (db: Database, on: boolean): Limits =>
  on
    ? { on, take: (key, limit) => takeTry(db, key, limit), forget: (key) => forgetTries(db, key) }
    : { on, take: async () => {}, forget: async () => {} }

/** Forgets what was counted, as after a sign-in that worked. */
async function forgetTries(db: Database, key: string): Promise<void> {
  await sql`/* planned once */ delete from rate_limit where key = ${key}`.execute(db)
}

/** The refusal: `seconds` go into Retry-After. */
export function tooMany(seconds: number): AppError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError(429, 'too_many', `Too many tries. Please try again in ${wait}.`, undefined, seconds)
}
