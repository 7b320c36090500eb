import { AppError } from '#server/http/errors.ts'
import { plain, type AuditSubject } from '#server/modules/audit/index.ts'
import type { Database } from '#server/db/connect.ts'
import { lockStockLevels, setLowStockThreshold } from './staff-stock.writes.ts'
import { variantName } from './variant-name.ts'

const inLedger = 'Past stock movements can’t be changed. Correct the stock instead.'

/** How the audit log shows the stock of a variant. Only the threshold can be undone; movements are final. */
export const stockAuditSubject: AuditSubject = {
  subject: 'stock',
  noun: 'Stock',
  permission: 'catalog',
  fields: {
    onHand: { name: 'On hand', undoRefusal: inLedger },
    note: { name: 'Note', undoRefusal: inLedger },
    reason: { name: 'Reason', undoRefusal: inLedger },
    lowStockThreshold: plain('Low-stock threshold'),
  },
  listNames: listVariantNames,
  undo: {
    async read(tx, shopId, id) {
      const level = (await lockStockLevels(tx, shopId, [id])).get(id)
      if (!level) throw new AppError(404, 'not_found', 'There is no such variant')
      return { lowStockThreshold: level.low_stock_threshold }
    },
    update: (tx, write, id, fields) =>
      setLowStockThreshold(tx, write, id, fields['lowStockThreshold'] as number | null),
  },
}

/** The names of variants by id, retired ones included. */
async function listVariantNames(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('variant as v')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 'v.config_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select(['v.id', 'v.options', 'p.name'])
    .where('v.config_id', '=', shopId)
    .where('v.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, options }) => [id, variantName(name, options as Record<string, string>)]),
  )
}
