import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { getOverview } from '#contract/reports/report.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'

/** Figures of the last `days` days, today included. Earlier figures stay in view until the new ones arrive. */
export function useOverview(days: z.input<typeof getOverview.input>['days']) {
  return useQuery({
    queryKey: adminKey('reports', 'overview', days),
    queryFn: async ({ signal }) => (await call('GET admin/reports/overview', { days }, { signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** A page of a sales report with totals and chart. `query` holds the table state of the URL. */
export function useSales(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('reports', 'sales', query),
    queryFn: ({ signal }) => call('GET admin/reports/sales', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The URL of a CSV file with all rows of a report. */
export const salesExportUrl = (query: Record<string, string | number>): string =>
  dashboardLinks.salesExport({ ...query, page: undefined, limit: undefined })
