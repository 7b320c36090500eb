import { sql } from 'kysely'
import type { StockMovement } from '#contract/stock/stock.ts'
import type { Database } from '#server/db/connect.ts'

type MovementRow = Omit<StockMovement, 'created_at'> & { created_at: Date }

/**
 * The ledger of one variant, newest first, with the balance after each entry. One statement computes the balances back from
 * the current level, so they agree. `before` limits it to older entries; `next` is the `before` of the next page.
 */
export async function listMovements(
  db: Database,
  shopId: number,
  variantId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ movements: StockMovement[]; next: number | null }> {
  const older = before === undefined ? sql`true` : sql`m.id < ${before}`
  const newer = before === undefined ? sql`false` : sql`id >= ${before}`
  const { rows } = await sql<MovementRow>`
    with page as (
      select m.* from stock_movement m
      where m.config_id = ${shopId} and m.variant_id = ${variantId} and ${older}
      order by m.id desc limit ${limit + 1}
    ), level as (
      select l.on_hand - since.on_hand as on_hand, l.available - since.available as available
      from stock_level l cross join (
        select coalesce(sum(on_hand_change), 0)::int as on_hand, coalesce(sum(available_change), 0)::int as available
        from stock_movement where config_id = ${shopId} and variant_id = ${variantId} and ${newer}
      ) since
      where l.config_id = ${shopId} and l.variant_id = ${variantId}
    )
    select m.id, m.kind, m.on_hand_change, m.available_change, m.reason, m.reference, m.created_at,
      (level.on_hand - coalesce(sum(m.on_hand_change) over later, 0))::int as on_hand,
      (level.available - coalesce(sum(m.available_change) over later, 0))::int as available,
      exists (select from order_draft d where d.config_id = m.config_id and d.number = m.reference) as "isDraft",
      case when m.actor_id is null then 'Shop'
        when u.id is null then 'Former account'
        when u.role_id = 1 or cardinality(r.permissions) > 0 then u.full_name
        else 'Customer' end as actor
    from page m cross join level
    left join app_user u on u.config_id = m.config_id and u.id = m.actor_id
    left join role r on r.config_id = u.config_id and r.id = u.role_id
    window later as (order by m.id desc rows between unbounded preceding and 1 preceding)
    order by m.id desc`.execute(db)
  const movements = rows.slice(0, limit).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return { movements, next: rows.length > limit ? (movements.at(-1)?.id ?? null) : null }
}
