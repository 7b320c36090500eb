import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getOverview, getSales } from '#contract/report.ts'
import { api, ApiError } from '../lib/api.ts'
import { adminKey } from './admin-list.ts'

/** The figures of so many days, today the last of them; those of before stay in view until these are here. */
export function useOverview(days: z.input<typeof getOverview.input>['days']) {
  return useQuery({
    queryKey: adminKey('reports', 'overview', days),
    queryFn: async ({ signal }) =>
      (await api<typeof getOverview>('GET', 'admin/reports/overview', { days }, signal)).data,
    placeholderData: keepPreviousData,
  })
}

/** A page of a report, with its sums and its chart; `query` as the address has it. */
export function useSales(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('reports', 'sales', query),
    queryFn: ({ signal }) => api<typeof getSales>('GET', 'admin/reports/sales', query, signal),
    placeholderData: keepPreviousData,
    // Days that are refused once are refused again.
    retry: (failures, error) =>
      failures < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  })
}

/** Where all rows of a report are to be had as a file. */
export function salesFile(query: Record<string, string | number>): string {
  const asked = Object.entries(query).filter(([name]) => !['page', 'limit'].includes(name))
  return `/api/admin/reports/sales/export?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}
