import { countryName, placeName } from '#server/modules/tax/index.ts'
import type { TaxReportRow } from './tax-report.queries.ts'

/** `Maharashtra, India`; empty in a report by code. */
export function placeText({ country, state }: Pick<TaxReportRow, 'country' | 'state'>): string {
  if (!country) return ''
  const stateName = state && placeName({ country, state, postal: '' })
  return [stateName, countryName(country)]
    .filter((name, index, all) => name && all.indexOf(name) === index)
    .join(', ')
}
