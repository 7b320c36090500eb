import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The moment at which a day is over in the time zone of the shop, and whether it has passed. */
export async function endOfDay(
  db: Database,
  day: string,
  timeZone: string,
): Promise<{ at: Date; isPast: boolean }> {
  const { rows } = await sql<{ at: Date; isPast: boolean }>`
    select at, at <= now() as "isPast"
    from (select (${day}::date + 1)::timestamp at time zone ${timeZone} as at) ended`.execute(db)
  const [end] = rows
  if (!end) throw new Error('The database has answered no row')
  return end
}

/** The moment at which a day begins in the time zone of a shop. */
export async function startOfDay(db: Database, shopId: number, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ${day}::date::timestamp at time zone time_zone as at from shop where config_id = ${shopId}`.execute(
    db,
  )
  const [begin] = rows
  if (!begin) throw new Error(`There is no shop ${shopId}`)
  return begin.at
}
