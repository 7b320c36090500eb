export { returnRecords } from './return-records.ts'
export { returnRoutes } from './return.routes.ts'
