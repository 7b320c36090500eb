export { findPeriod } from './period.ts'
export { isSold, orderLinesJoin } from './sales-sql.ts'
export { reportRoutes } from './report.routes.ts'
