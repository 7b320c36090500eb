import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getAudit, getAuditFilters, revertAudit } from '#contract/audit.ts'
import { api } from '../lib/api.ts'

export const auditKey = ['personal', 'admin', 'audit']

/** A page of the journal; until the next one is here the last one stays. */
export function useAudit(query: z.input<typeof getAudit.input>) {
  return useQuery({
    queryKey: [...auditKey, query],
    queryFn: ({ signal }) => api<typeof getAudit>('GET', 'admin/audit', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** The latest changes of one record, or of all of a noun. */
export function useHistory(subject: string, id: number | undefined, limit: number) {
  return useAudit({ subject, ...(id !== undefined && { subjectId: String(id) }), limit })
}

/** Who has changed anything, and what can be changed. */
export function useAuditFilters() {
  return useQuery({
    queryKey: [...auditKey, 'filters'],
    queryFn: async ({ signal }) =>
      (await api<typeof getAuditFilters>('GET', 'admin/audit/filters', {}, signal)).data,
  })
}

/** Takes changes back; rejects with an `ApiError`. What any page shows may be another thing afterwards. */
export function useRevert() {
  const client = useQueryClient()
  return async (input: z.input<typeof revertAudit.input>) => {
    const answer = await api<typeof revertAudit>('POST', 'admin/audit/revert', input)
    await client.invalidateQueries()
    return answer
  }
}
