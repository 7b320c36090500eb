export { redirectAuditSubject } from './redirect-audit-subject.ts'
export { findRedirects, listNewRedirects, redirectTarget, type Redirect } from './redirect.queries.ts'
export { redirectRoutes } from './redirect.routes.ts'
export { createRedirect, createRedirects, updateRedirect } from './redirect.writes.ts'
