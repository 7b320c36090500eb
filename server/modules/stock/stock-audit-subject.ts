import { AppError } from '#server/http/errors.ts'
import { plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { lockStockLevels, setLowStockThreshold } from './staff-stock.writes.ts'
import { listVariantNames } from './variant-name.queries.ts'

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
