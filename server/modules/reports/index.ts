export { toCsv } from './csv.ts'
export { findPeriod } from './period.ts'
export { isSold, linesOfOrders } from './sold.ts'
export { reportRoutes } from './report.routes.ts'
