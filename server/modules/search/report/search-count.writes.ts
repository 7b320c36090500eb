import { sql } from 'kysely'
import { type Database, later } from '#server/db/connect.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { searchKey } from '../search-key.ts'

/** Distinct texts that are stored per day, so that invented ones cannot fill the table. Known texts still count. */
const MAX_TEXTS_PER_DAY = 20_000

/** The current day in the time zone of the shop. */
const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`

interface SearchCount {
  shopId: number
  /** IANA */
  timeZone: string
  /** The search text as typed. */
  q: string
  /** Counts the products that it finds; called only if today's number is unknown or 0. */
  countResults(): Promise<number>
}

/** Counts one search of today, unless the text may contain personal data. Returns how many products it finds, if it counts. */
export async function countSearch(
  db: Database,
  { shopId, timeZone, q, countResults }: SearchCount,
): Promise<number | undefined> {
  const key = searchKey(q)
  if (!key) return undefined
  const { rows } = await sql<{ found: number }>`
    update search_count set searches = searches + 1
    where config_id = ${shopId} and day = ${today(timeZone)} and q = ${key}
    returning result_count as found`.execute(db)
  const [known] = rows
  if (known && known.found > 0) return known.found
  const found = await countResults()
  if (found === 0 && known) return found
  if (found === 0 && mayBePersonal(q)) return undefined
  const searches = known ? 0 : 1
  return db.transaction().execute(async (tx) => {
    const { rows: counted } = await sql`
      insert into search_count as c (config_id, day, q, searches, result_count)
      select ${shopId}, ${today(timeZone)}, ${key}, ${searches}::int, ${found}::int
      where (
        select count(*) from (
          select from search_count where config_id = ${shopId} and day = ${today(timeZone)} limit ${MAX_TEXTS_PER_DAY}
        ) texts) < ${MAX_TEXTS_PER_DAY}
      on conflict (config_id, day, q) do update
        set searches = c.searches + excluded.searches, result_count = excluded.result_count
      returning q`.execute(tx)
    if (counted.length === 0) return undefined
    if (found === 0)
      later(tx, recordEvent(tx, shopId, { kind: 'search.empty', subject: `search:${key}`, data: { q: key } }))
    return found
  })
}

/** Counts a click on a result, if the text was searched for today or yesterday and the product exists. */
export async function countClick(
  db: Database,
  { shopId, timeZone, q, productId }: Omit<SearchCount, 'countResults'> & { productId: number },
): Promise<void> {
  await sql`
    with counted as (
      update search_count c set clicks = clicks + 1
      where c.config_id = ${shopId} and c.q = ${searchKey(q)}
        and c.day = (
          select max(day) from search_count
          where config_id = ${shopId} and q = ${searchKey(q)} and day >= ${today(timeZone)} - 1
        )
        and exists (
          select from product where config_id = ${shopId} and id = ${productId} and deleted_at is null
        )
      returning config_id, day, q
    )
    insert into search_click as k (config_id, day, q, product_id, clicks)
    select config_id, day, q, ${productId}, 1 from counted
    on conflict (config_id, day, q, product_id) do update set clicks = k.clicks + 1`.execute(db)
}

/** Whether a text looks like an email address, or like a phone or card number. */
function mayBePersonal(text: string): boolean {
  return text.includes('@') || /\d{7}/.test(text.replaceAll(/[\s().+-]/g, ''))
}
