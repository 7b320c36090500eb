import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallName } from '#web/lib/call.ts'
import { adminData, adminQuery } from './query.ts'
import { useAdminCall } from './use-admin-mutation.ts'

/** A page of returns. `query` holds the table state of the URL. */
export function useAdminReturns(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/returns', query),
    placeholderData: keepPreviousData,
  })
}

export function useAdminReturn(id: number) {
  return useQuery({
    ...adminData('GET admin/returns/:id', { id }),
    staleTime: 0,
  })
}

/** After an error the return is refreshed too: another person may have changed its state. */
const useReturnCall = <N extends CallName & `POST admin/returns/${string}`>(name: N) =>
  useAdminCall(name, { refreshOnError: true })

export const useApproveReturn = () => useReturnCall('POST admin/returns/:id/approve')

export const useRefuseReturn = () => useReturnCall('POST admin/returns/:id/refuse')

export const useReceiveReturn = () => useReturnCall('POST admin/returns/:id/receive')

export const useRefundReturn = () => useReturnCall('POST admin/returns/:id/refund')
