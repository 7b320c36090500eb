export { removeOldEvents } from './event-retention.writes.ts'
export { webhookAuditSubject } from './webhook-audit-subject.ts'
export { webhookJob } from './webhook.job.ts'
export { webhookRoutes } from './webhook.routes.ts'
