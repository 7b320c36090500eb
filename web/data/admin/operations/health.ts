import { useQuery } from '@tanstack/react-query'
import { adminData } from '../query.ts'

/** The health checks of the shop, made again whenever the page opens or asks. */
export const useHealth = () =>
  useQuery({
    ...adminData('GET admin/health', {}),
    staleTime: 0,
  })
