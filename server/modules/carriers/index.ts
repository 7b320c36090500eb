import { accountRoutes } from './accounts/account.routes.ts'
import { labelRoutes } from './labels/label.routes.ts'
import { trackingRoutes } from './tracking/tracking.routes.ts'

/** Connections to carriers, the labels that staff buy of them, and what they report on the way. */
export const carrierRoutes = [...accountRoutes, ...labelRoutes, ...trackingRoutes]

export { carrierAuditSubject } from './accounts/account-audit-subject.ts'
export { carrierJob, checkLabels } from './tracking/carrier-job.ts'
