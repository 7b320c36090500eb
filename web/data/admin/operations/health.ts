import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'

/** The health checks of the shop, made again whenever the page opens or asks. */
export const useHealth = () =>
  useQuery({
    queryKey: adminKey('health'),
    queryFn: async ({ signal }) => (await call('GET admin/health', {}, { signal })).data,
    staleTime: 0,
  })
