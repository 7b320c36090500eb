import type { Transaction } from '#server/db/connect.ts'
import { correct } from '#server/modules/stock/index.ts'
import type { PendingImport } from './pending-import.ts'

/** A variant id, and the units that an import has added to it. */
export type StockChange = [variantId: number, units: number]

/** The ledger keeps what the import wrote; the opposite change follows it. Units that were sold stay sold. */
export async function giveStockBack(
  tx: Transaction,
  pending: PendingImport,
  changes: readonly StockChange[],
): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map(([variantId]) => variantId)
  const rows = await tx
    .selectFrom('stock_level')
    .select(['variant_id', 'orderable'])
    .where('config_id', '=', pending.shopId)
    .where('variant_id', 'in', ids)
    .orderBy('variant_id')
    .forNoKeyUpdate()
    .execute()
  const orderable = new Map(rows.map((row) => [row.variant_id, row.orderable]))
  const lines = changes.map(([variantId, units]) => ({
    variantId,
    change: Math.max(-units, -Math.max(orderable.get(variantId) ?? 0, 0)),
  }))
  await correct(tx, pending, lines, { reason: 'Import undone' })
}
