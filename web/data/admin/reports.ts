import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CallInput } from '#web/lib/call.ts'
import { adminData, adminQuery } from './query.ts'

/** Figures of the last `days` days, today included. Earlier figures stay in view until the new ones arrive. */
export function useOverview(days: CallInput<'GET admin/reports/overview'>['days']) {
  return useQuery({
    ...adminData('GET admin/reports/overview', { days }),
    placeholderData: keepPreviousData,
  })
}

/** A page of a sales report with totals and chart. `query` holds the table state of the URL. */
export function useSales(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/reports/sales', query),
    placeholderData: keepPreviousData,
  })
}

/** The URL of a CSV file with all rows of a report. */
export const salesExportUrl = (query: Record<string, string | number>): string =>
  dashboardLinks.salesExport({ ...query, page: undefined, limit: undefined })
