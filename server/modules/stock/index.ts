export { variantsWithBarcode } from './stock-list.queries.ts'
export { checkLedger, ledgerGaps } from './ledger.queries.ts'
export { lowStockJob, notifyLowStock } from './low-stock.ts'
export { setStockCounts } from './staff-stock.writes.ts'
export { stockAuditSubject } from './stock-audit-subject.ts'
export { stockRoutes } from './stock.routes.ts'
export {
  changeReservation,
  correct,
  lockStock,
  receive,
  release,
  reserve,
  returnStock,
  remainingStockMessage,
  sell,
  setAvailable,
  type StockLine,
} from './stock.writes.ts'
export { variantName } from './variant-name.ts'
