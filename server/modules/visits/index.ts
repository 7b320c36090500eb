export { countVisitors } from './visit.queries.ts'
export { visitRoutes } from './visit.routes.ts'
