export { healthRoutes } from './health.routes.ts'
export { checkInstallation, checkShop } from './run-checks.ts'
