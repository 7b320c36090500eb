export { settingsRevertibles } from './revertible-settings.ts'
export { settingsRoutes } from './settings.routes.ts'
export { findPriceRules, findSettings, findSettingsToEdit, type PriceRules } from './settings.queries.ts'
export { updateSettings } from './settings.writes.ts'
