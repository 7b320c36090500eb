import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput } from '#web/lib/call.ts'
import { adminData } from './query.ts'

/** Figures of the last `days` days, today included. Earlier figures stay in view until the new ones arrive. */
export function useOverview(days: CallInput<'GET admin/reports/overview'>['days']) {
  return useQuery({
    ...adminData('GET admin/reports/overview', { days }),
    placeholderData: keepPreviousData,
  })
}
