import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'

/** The tax of a period; the current month without days. */
export function useTaxReport(query: Record<string, string>) {
  return useQuery({
    queryKey: adminKey('reports', 'tax', query),
    queryFn: ({ signal }) => call('GET admin/reports/tax', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** A page of the documents behind a figure. `query` holds the table state of the URL. */
export function useTaxDocuments(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('reports', 'tax', 'documents', query),
    queryFn: ({ signal }) => call('GET admin/reports/tax/documents', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The URL of a CSV file with all rows of the report, or with all its documents. */
export const taxExportUrl = (query: Record<string, string | number | undefined>): string =>
  dashboardLinks.taxExport(query)
