export { settingsRevertibles } from './revertible-settings.ts'
export { settingsRoutes } from './settings.routes.ts'
export type { Settings } from './groups.ts'
export {
  findCheckoutRules,
  findPriceRules,
  findSettings,
  findSettingsToEdit,
  type CheckoutRules,
  type PriceRules,
} from './settings.queries.ts'
export { listReceivers } from './staff.queries.ts'
export { updateSettings } from './settings.writes.ts'
