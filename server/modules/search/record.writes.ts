import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { searchKey } from './search-key.ts'

/** So many different texts a day: whoever makes them up fills the table no further, and what is known goes on counting. */
const mostTexts = 20_000

/** The day it is where the shop is. */
const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`

interface Counted {
  configId: number
  /** IANA */
  timeZone: string
  /** Search text as it was typed. */
  q: string
  /** How many products it finds; asked where that is not known of today, or was nothing. */
  find(): Promise<number>
}

/** Counts one search of today. What may be about a person (see `mayBePersonal`) is not kept. */
export async function countSearch(db: Database, { configId, timeZone, q, find }: Counted): Promise<void> {
  const key = searchKey(q)
  if (!key) return
  const { rows } = await sql<{ found: number }>`
    update search_count set searches = searches + 1
    where config_id = ${configId} and day = ${today(timeZone)} and q = ${key}
    returning found`.execute(db)
  const [known] = rows
  if (known && known.found > 0) return
  const found = await find()
  if (found === 0 && (known || mayBePersonal(q))) return
  const times = known ? 0 : 1
  await sql`
    insert into search_count as c (config_id, day, q, searches, found)
    select ${configId}, ${today(timeZone)}, ${key}, ${times}::int, ${found}::int
    where (
      select count(*) from (
        select from search_count where config_id = ${configId} and day = ${today(timeZone)} limit ${mostTexts}
      ) texts) < ${mostTexts}
    on conflict (config_id, day, q) do update
      set searches = c.searches + excluded.searches, found = excluded.found`.execute(db)
}

/** Counts that a result was opened, where the text was searched for today or yesterday, and the shop has the product. */
export async function countClick(
  db: Database,
  { configId, timeZone, q, productId }: Omit<Counted, 'find'> & { productId: number },
): Promise<void> {
  await sql`
    with counted as (
      update search_count c set clicks = clicks + 1
      where c.config_id = ${configId} and c.q = ${searchKey(q)}
        and c.day = (
          select max(day) from search_count
          where config_id = ${configId} and q = ${searchKey(q)} and day >= ${today(timeZone)} - 1
        )
        and exists (
          select from product where config_id = ${configId} and id = ${productId} and deleted_at is null
        )
      returning config_id, day, q
    )
    insert into search_click as k (config_id, day, q, product_id, clicks)
    select config_id, day, q, ${productId}, 1 from counted
    on conflict (config_id, day, q, product_id) do update set clicks = k.clicks + 1`.execute(db)
}

/** An address, or a number as long as that of a telephone or a card, where the shop has nothing of that name. */
function mayBePersonal(text: string): boolean {
  return text.includes('@') || /\d{7}/.test(text.replaceAll(/[\s().+-]/g, ''))
}
