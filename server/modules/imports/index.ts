export { importJob } from './import.job.ts'
export { importRoutes } from './import.routes.ts'
