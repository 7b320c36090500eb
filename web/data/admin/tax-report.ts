import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { adminQuery } from './query.ts'

/** The tax of a period; the current month without days. */
export function useTaxReport(query: Record<string, string>) {
  return useQuery({
    ...adminQuery('GET admin/reports/tax', query),
    placeholderData: keepPreviousData,
  })
}

/** A page of the documents behind a figure. `query` holds the table state of the URL. */
export function useTaxDocuments(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/reports/tax/documents', query),
    placeholderData: keepPreviousData,
  })
}

/** The URL of a CSV file with all rows of the report, or with all its documents. */
export const taxExportUrl = (query: Record<string, string | number | undefined>): string =>
  dashboardLinks.taxExport(query)
