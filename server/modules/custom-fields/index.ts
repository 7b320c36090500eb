export { customFieldAuditSubjects } from './custom-field-audit-subjects.ts'
export { customFieldRoutes } from './custom-field.routes.ts'
export { matchesCustom } from './custom-value-filter.ts'
export { customFieldRecords } from './custom-value.queries.ts'
