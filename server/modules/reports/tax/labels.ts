import { countryName, placeName } from '#server/modules/tax/index.ts'
import type { TaxDocumentRow } from './tax-documents.queries.ts'
import type { TaxReportRow } from './tax-report.queries.ts'

/** `Maharashtra, India`; empty in a report by code. */
export function placeText({ country, state }: Pick<TaxReportRow, 'country' | 'state'>): string {
  if (!country) return ''
  const stateName = state && placeName({ country, state, postal: '' })
  return [stateName, countryName(country)]
    .filter((name, index, all) => name && all.indexOf(name) === index)
    .join(', ')
}

/** The number of a document as its PDF prints it; null for an order without an invoice. */
export function documentNumber(row: Pick<TaxDocumentRow, 'kind' | 'year' | 'sequence'>): string | null {
  if (row.year === null) return null
  return `${row.kind === 'credit_note' ? 'CN/' : ''}${row.year}/${sequenceText(row)}`
}

/** `000123` */
export const sequenceText = ({ sequence }: Pick<TaxDocumentRow, 'sequence'>): string =>
  String(sequence).padStart(6, '0')
