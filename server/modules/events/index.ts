export { eventBody, type EventRow } from './event.queries.ts'
export { eventRoutes } from './event.routes.ts'
export { recordEvent, recordOrderEvent, removeEvents } from './event.writes.ts'
