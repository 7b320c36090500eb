export { checkLedger, ledgerGaps, type LedgerGap } from './ledger.queries.ts'
export { tellLowStock } from './low-stock.ts'
export { revertibleStock } from './revertible-stock.ts'
export { stockRoutes } from './stock.routes.ts'
export {
  correct,
  receive,
  release,
  reserve,
  returnStock,
  sayWhatIsLeft,
  sell,
  setAvailable,
  type StockLine,
  type StockNote,
} from './stock.writes.ts'
