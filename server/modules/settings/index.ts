export { convertSettings } from './currency.writes.ts'
export { settingsAuditSubjects } from './settings-audit-subjects.ts'
export { settingsRoutes } from './settings.routes.ts'
export { defaultRetention, settingKeys, type Settings } from './groups.ts'
export {
  findCheckoutRules,
  findPriceRules,
  findSettings,
  findSettingsToEdit,
  findTaxation,
  type CheckoutRules,
  type TaxationSettings,
} from './settings.queries.ts'
export { listNoticeRecipients, type Member } from './staff.queries.ts'
export { updateSettings } from './settings.writes.ts'
