export { recordSearchJob } from './record-search.job.ts'
export { staffSearchRoutes } from './staff-search.routes.ts'
