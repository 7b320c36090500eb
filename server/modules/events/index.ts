export { eventRoutes } from './event.routes.ts'
export { recordEvent } from './event.writes.ts'
