export { redirectAuditSubject } from './redirect-audit-subject.ts'
export { findRedirects, redirectTarget, type Redirect } from './redirect.queries.ts'
export { redirectRoutes } from './redirect.routes.ts'
export { createRedirect, updateRedirect } from './redirect.writes.ts'
