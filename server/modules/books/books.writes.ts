import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { checkBooks } from './check.ts'

/** Asks for a check; where one is under way that one will do. */
export async function requestCheck(db: Database, configId: number): Promise<void> {
  await sql`insert into book_check (config_id) values (${configId})
    on conflict (config_id) where finished_at is null do nothing`.execute(db)
}

/** Asks for one in each shop that was not checked since last night. */
export async function requestNightly(db: Database): Promise<void> {
  await sql`
    insert into book_check (config_id)
    select s.config_id from shop s
    where not exists (
      select from book_check c where c.config_id = s.config_id
        and c.requested_at > (date_trunc('day', now() at time zone s.time_zone) + interval '3 hours'
          - case when (now() at time zone s.time_zone)::time < '03:00' then interval '1 day' else interval '0' end
        ) at time zone s.time_zone
    )
    on conflict (config_id) where finished_at is null do nothing`.execute(db)
}

/** Does one check that was asked for; false where there is none, or others are at it. */
export async function doNextCheck(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const next = await lockNext(tx)
    if (!next) return false
    const { id, ...shop } = next
    const exceptions = await checkBooks(db, shop)
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from shop_order where config_id = ${shop.configId}`.execute(tx)
    await tx
      .updateTable('book_check')
      .set({
        finished_at: sql`clock_timestamp()`,
        orders: rows[0]?.orders ?? 0,
        exceptions: JSON.stringify(exceptions),
      })
      .where('config_id', '=', shop.configId)
      .where('id', '=', id)
      .execute()
    // The latest are enough.
    await sql`delete from book_check where config_id = ${shop.configId} and finished_at < now() - interval '90 days'`.execute(
      tx,
    )
    return true
  })
}

function lockNext(tx: Transaction): Promise<{ id: number; configId: number; locale: string } | undefined> {
  return tx
    .selectFrom('book_check as c')
    .innerJoin('shop as s', 's.config_id', 'c.config_id')
    .select(['c.id', 's.config_id as configId', 's.locale'])
    .where('c.finished_at', 'is', null)
    .orderBy('c.id')
    .limit(1)
    .forUpdate('c')
    .skipLocked()
    .executeTakeFirst()
}
