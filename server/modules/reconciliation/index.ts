export { reconciliationRoutes } from './reconciliation.routes.ts'
export { reconciliationJob } from './reconciliation.job.ts'
export { runIntegrityChecks } from './run-checks.ts'
