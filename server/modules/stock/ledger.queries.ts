import { CompiledQuery } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** A variant whose stock level differs from the sum of its ledger. */
export interface LedgerGap {
  shopId: number
  variantId: number
  onHand: number
  available: number
  ledgerOnHand: number
  ledgerAvailable: number
}

/** SQL for the ledger gaps of a shop (`$1`; null for all shops). */
export const ledgerGaps = `
  select v.config_id as "shopId", v.id as "variantId", coalesce(l.on_hand, 0) as "onHand",
    coalesce(l.available, 0) as available, coalesce(m.on_hand, 0)::integer as "ledgerOnHand",
    coalesce(m.available, 0)::integer as "ledgerAvailable"
  from variant v
  left join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
  left join (
    select config_id, variant_id, sum(on_hand_change) as on_hand, sum(available_change) as available
    from stock_movement where config_id = coalesce($1::integer, config_id) group by config_id, variant_id
  ) m on m.config_id = v.config_id and m.variant_id = v.id
  where (l.on_hand, l.available) is distinct from (coalesce(m.on_hand, 0), coalesce(m.available, 0))
    and v.config_id = coalesce($1::integer, v.config_id)`

/** The variants, of one shop or of all, whose stock level differs from the sum of their ledger. */
export async function checkLedger(db: Database, shopId?: number): Promise<LedgerGap[]> {
  const { rows } = await db.executeQuery<LedgerGap>(CompiledQuery.raw(ledgerGaps, [shopId ?? null]))
  return rows
}
