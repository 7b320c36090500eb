import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

const mostDays = 366

/** Days of the shop, first and last included, and as many before them. */
export interface Period {
  timeZone: string
  days: number
  from: string
  to: string
  /** The first moment, and the one after the last; nothing beyond now. */
  start: Date
  end: Date
  beforeFrom: string
  beforeTo: string
  beforeStart: Date
  /** Where the period ends now, the one before ends at the same time of day: equal is compared with equal. */
  beforeEnd: Date
}

/** Without `to` until today, without `from` so many days in all. AppError 400 where days are not in order, or too many. */
export async function findPeriod(
  db: Database,
  timeZone: string,
  { from, to, days = 30 }: { from?: string | undefined; to?: string | undefined; days?: number } = {},
): Promise<Period> {
  const { rows } = await sql<Omit<Period, 'timeZone'>>`
    with clock as (select now() at time zone ${timeZone} as shown),
    last as (select shown, coalesce(${to ?? null}::date, shown::date) as day from clock),
    whole as (select shown, day as last_day, coalesce(${from ?? null}::date, day - ${days - 1}::int) as first_day from last),
    cut as (
      select *, last_day - first_day + 1 as days, greatest(first_day::timestamp, least(last_day + 1, shown)) as until
      from whole
    )
    select days, first_day::text as "from", last_day::text as "to",
      first_day::timestamp at time zone ${timeZone} as start, until at time zone ${timeZone} as "end",
      (first_day - days)::text as "beforeFrom", (last_day - days)::text as "beforeTo",
      (first_day - days)::timestamp at time zone ${timeZone} as "beforeStart",
      (until - days * interval '1 day') at time zone ${timeZone} as "beforeEnd"
    from cut`.execute(db)
  const period = rows[0]
  if (!period) throw new Error('A period was not found')
  if (period.days < 1) throw new AppError(400, 'wrong_days', 'The first day must not be after the last')
  if (period.days > mostDays) throw new AppError(400, 'wrong_days', 'A report is about a year at most')
  return { ...period, timeZone }
}

/** Whether a moment lies in the period or in the one before. */
export function within(period: Period, moment: RawBuilder<Date>): RawBuilder<boolean> {
  return sql`(${moment} >= ${period.beforeStart} and ${moment} < ${period.end}
    and not (${moment} >= ${period.beforeEnd} and ${moment} < ${period.start}))`
}

/** Of a moment that lies in one of both, whether it is the period itself. */
export function isNow({ start }: Period, moment: RawBuilder<Date>): RawBuilder<boolean> {
  return sql`(${moment} >= ${start})`
}
