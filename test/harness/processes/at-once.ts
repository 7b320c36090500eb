import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'

/** Runs the work concurrently, `count` times. */
export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** The number of answers per status. */
export function countByStatus(answers: readonly { status: number }[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...groups].map(([status, of]) => [status, of.length]))
}

/** Waits until that many statements wait for a lock. */
export async function untilBlocked(db: Database, count: number): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count
  }
  await expect.poll(blocked).toBe(count)
}
