export { ensureFirstAdmin } from './first-admin.ts'
