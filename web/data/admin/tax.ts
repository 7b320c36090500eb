import type { CallInput } from '#web/lib/call.ts'
import { formData, useAdminData } from './query.ts'

/** The shop's own rates and classes, and the presets. */
export const taxRates = formData('GET admin/tax/rates')

/** The classes that products and categories can have. */
export const useTaxClasses = () => useAdminData('GET admin/tax/classes', {})

type RateQuery = CallInput<'GET admin/tax/rate'>

/** Which rate applies; null asks nothing. */
export const useTaxRate = (query: RateQuery | null) =>
  useAdminData('GET admin/tax/rate', query ?? { class: '', country: '' }, { enabled: query !== null })
