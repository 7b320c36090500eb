import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'

const INTERVAL_MS = 1000
/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 500

/** Begins and ends sales: lists and cached pages change when the clock passes the start or the end of a sale. */
export const saleJob = (db: Database): Job => ({
  name: 'sales',
  intervalMs: INTERVAL_MS,
  async run(signal) {
    const waitMs = await msUntilNextSale(db)
    if (waitMs === undefined || waitMs > INTERVAL_MS) return
    // An aborted wait ends the run, and the next process finds the sale due.
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    while (!signal.aborted && (await changeDueSales(db)) === BATCH_SIZE);
  },
})

async function msUntilNextSale(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(sale_changes_at) - clock_timestamp()) * 1000)::float8 as ms
    from product where sale_changes_at is not null`.execute(db)
  return rows[0]?.ms ?? undefined
}

/** Computes the prices of products whose sale has begun or ended since they were computed. Resolves to their number. */
export async function changeDueSales(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select config_id, id from product where sale_changes_at <= now() order by sale_changes_at limit ${BATCH_SIZE}
    ), changed as materialized (
      select refresh_product_prices(array_agg(config_id), array_agg(id)) from due having count(*) > 0
    )
    select count(*)::int as count, (select count(*) from changed) from due`.execute(db)
  return rows[0]?.count ?? 0
}
