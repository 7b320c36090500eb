import { useQuery } from '@tanstack/react-query'
import type { getHealth } from '#contract/health/health.ts'
import { api } from '#web/lib/api.ts'
import { adminKey } from '../list.ts'

/** The health checks of the shop, made again whenever the page opens or asks. */
export const useHealth = () =>
  useQuery({
    queryKey: adminKey('health'),
    queryFn: async ({ signal }) => (await api<typeof getHealth>('GET', 'admin/health', {}, signal)).data,
    staleTime: 0,
  })
