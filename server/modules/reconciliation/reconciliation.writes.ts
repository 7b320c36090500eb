import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { workOnClaimed } from '#server/platform/jobs/job.ts'
import { runIntegrityChecks } from './run-checks.ts'

/** Requests a run of the checks, unless the shop has one waiting or running. */
export async function requestChecks(db: Database, shopId: number): Promise<void> {
  await sql`insert into integrity_check (config_id) values (${shopId})
    on conflict (config_id) where finished_at is null do nothing`.execute(db)
  await sql`select pg_notify('reconciliation', '')`.execute(db)
}

/** Requests a run for every shop that was not checked since 3 am in its time zone. */
export async function requestNightlyChecks(db: Database): Promise<void> {
  await sql`
    insert into integrity_check (config_id)
    select s.config_id from shop s
    where not exists (
      select from integrity_check c where c.config_id = s.config_id
        and c.requested_at > (date_trunc('day', now() at time zone s.time_zone) + interval '3 hours'
          - case when (now() at time zone s.time_zone)::time < '03:00' then interval '1 day' else interval '0' end
        ) at time zone s.time_zone
    )
    on conflict (config_id) where finished_at is null do nothing`.execute(db)
}

/** Does the next requested run and returns whether there was one. */
export async function runNextChecks(db: Database): Promise<boolean> {
  const done = await workOnClaimed(db, lockNext, async (tx, { id, ...shop }) => {
    const findings = await runIntegrityChecks(db, shop)
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from shop_order where config_id = ${shop.shopId}`.execute(tx)
    await tx
      .updateTable('integrity_check')
      .set({
        finished_at: sql`clock_timestamp()`,
        orders_checked: rows[0]?.orders ?? 0,
        findings: JSON.stringify(findings),
      })
      .where('config_id', '=', shop.shopId)
      .where('id', '=', id)
      .execute()
    await sql`delete from integrity_check where config_id = ${shop.shopId} and finished_at < now() - interval '90 days'`.execute(
      tx,
    )
    return true
  })
  return done ?? false
}

function lockNext(tx: Transaction): Promise<{ id: number; shopId: number; locale: string } | undefined> {
  return tx
    .selectFrom('integrity_check as c')
    .innerJoin('shop as s', 's.config_id', 'c.config_id')
    .select(['c.id', 's.config_id as shopId', 's.locale'])
    .where('c.finished_at', 'is', null)
    .orderBy('c.id')
    .limit(1)
    .forUpdate('c')
    .skipLocked()
    .executeTakeFirst()
}
