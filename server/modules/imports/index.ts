export { importAuditSubject } from './import-audit-subject.ts'
export { importJobs } from './import.job.ts'
export { importRoutes } from './import.routes.ts'
export { emptyOldImports, importRecords } from './run/stored-imports.ts'
