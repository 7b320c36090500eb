export { checkLedger, type LedgerGap } from './ledger.queries.ts'
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
