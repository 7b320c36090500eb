import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

const MAX_DAYS = 366

/** A range of days in the shop's time zone, both ends included, and the previous range of the same length. */
export interface Period {
  timeZone: string
  days: number
  from: string
  to: string
  /** Start inclusive, end exclusive and never after now. */
  start: Date
  end: Date
  beforeFrom: string
  beforeTo: string
  beforeStart: Date
  /** If the period ends now, the previous one ends at the same time of day, so the two are comparable. */
  beforeEnd: Date
}

/** Default: `days` days up to today. AppError 400 `invalid_period` if the days are out of order or too many. */
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
  if (!period) throw new Error('The period was not computed')
  if (period.days < 1) throw new AppError(400, 'invalid_period', 'The first day must not be after the last')
  if (period.days > MAX_DAYS) throw new AppError(400, 'invalid_period', 'A report can cover up to a year')
  return { ...period, timeZone }
}

/** Whether a moment is in the current or the previous period. */
export function isInPeriods(period: Period, moment: RawBuilder<Date>): RawBuilder<boolean> {
  return sql`(${moment} >= ${period.beforeStart} and ${moment} < ${period.end}
    and not (${moment} >= ${period.beforeEnd} and ${moment} < ${period.start}))`
}

/** Whether a moment of either period is in the current one. */
export function isInCurrent({ start }: Period, moment: RawBuilder<Date>): RawBuilder<boolean> {
  return sql`(${moment} >= ${start})`
}
