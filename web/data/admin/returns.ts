import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { approveReturn, receiveReturn, refundReturn, refuseReturn } from '#contract/orders/return.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** A page of returns. `query` holds the table state of the URL. */
export function useAdminReturns(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('returns', 'list', query),
    queryFn: ({ signal }) => call('GET admin/returns', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useAdminReturn(id: number) {
  return useQuery({
    queryKey: adminKey('returns', 'detail', id),
    queryFn: async ({ signal }) => (await call('GET admin/returns/:id', { id }, { signal })).data,
    staleTime: 0,
  })
}

/** After an error the return is refreshed too: another person may have changed its state. */
const useReturnMutation = <Input, Output extends { message: string }>(
  send: (input: Input) => Promise<Output>,
) => useAdminMutation(send, { refreshOnError: true })

export const useApproveReturn = () =>
  useReturnMutation((input: z.input<typeof approveReturn.input>) =>
    call('POST admin/returns/:id/approve', input),
  )

export const useRefuseReturn = () =>
  useReturnMutation((input: z.input<typeof refuseReturn.input>) =>
    call('POST admin/returns/:id/refuse', input),
  )

export const useReceiveReturn = () =>
  useReturnMutation((input: z.input<typeof receiveReturn.input>) =>
    call('POST admin/returns/:id/receive', input),
  )

export const useRefundReturn = () =>
  useReturnMutation((input: z.input<typeof refundReturn.input>) =>
    call('POST admin/returns/:id/refund', input),
  )
