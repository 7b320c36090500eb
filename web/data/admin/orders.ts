import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hasResponse } from '#web/lib/api.ts'
import { call, type CallName, type CallInput } from '#web/lib/call.ts'
import { explainReusedKey } from '#web/lib/unanswered-keys.ts'
import { adminKey, adminQuery } from './query.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** A page of orders. `query` holds the table state of the URL. */
export function useAdminOrders(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/orders', query),
    placeholderData: keepPreviousData,
  })
}

/** One order with everything that staff sees. */
export function useAdminOrder(number: string) {
  return useQuery({
    queryKey: adminKey('orders', 'detail', number),
    queryFn: ({ signal }) => readOrder(number, signal),
    staleTime: 0,
  })
}

/** Reads an order past the cache. */
export async function readOrder(number: string, signal?: AbortSignal) {
  return (await call('GET admin/orders/:number', { number }, { signal })).data
}

type RefundInput = CallInput<'POST admin/orders/:number/refund'>

/** The amount that a refund would have, or the reason why it is refused. */
export function useRefundPreview(draft: RefundInput) {
  return useQuery({
    // Outside `adminKey`: once refunded, a refetch would be refused because too little is left.
    queryKey: ['personal', 'refund-preview', draft],
    queryFn: async ({ signal }) => {
      const input = { ...draft, preview: true }
      return (await call('POST admin/orders/:number/refund', input, { signal, idempotencyKey: null })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The totals that an order would have, or the reason why the change is refused. Asks only if `enabled`. */
export function useEditPreview(input: CallInput<'PATCH admin/orders/:number/lines'>, enabled: boolean) {
  return useQuery({
    // Outside `adminKey`: once saved, a refetch would meet another version.
    queryKey: ['personal', 'edit-preview', input],
    queryFn: async ({ signal }) => (await patchLines({ ...input, preview: true }, signal)).data,
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: (failures, error) => failures < 3 && !hasResponse(error),
  })
}

const patchLines = (input: CallInput<'PATCH admin/orders/:number/lines'>, signal?: AbortSignal) =>
  call('PATCH admin/orders/:number/lines', input, { signal })

/** After an error the order is refreshed too: another person may have changed its status. */
const useOrderMutation = <Input, Output extends { message: string }>(
  send: (input: Input) => Promise<Output>,
  success?: () => null,
) => useAdminMutation(send, { refreshOnError: true, ...(success && { success }) })

const useOrderCall = <N extends CallName>(name: N) =>
  useOrderMutation((input: CallInput<N>) => call(name, input))

/** Marks the payment of an order as received. */
export const useConfirmOrder = () =>
  useOrderMutation((number: string) => call('POST admin/orders/:number/confirm', { number }))

export const useCreateShipment = () => useOrderCall('POST admin/orders/:number/shipments')

export const useDeliverShipment = () => useOrderCall('POST admin/orders/:number/shipments/:id/deliver')

export const useDeliverOrder = () =>
  useOrderMutation((number: string) => call('POST admin/orders/:number/deliver', { number }))

export const useCancelOrder = () => useOrderCall('POST admin/orders/:number/cancel')

/** Cancels and refunds the withdrawn units of an order on hold. */
export const useCancelWithdrawn = () =>
  useOrderMutation((number: string) => call('POST admin/orders/:number/cancel-withdrawn', { number }))

/** Lets an order on hold ship after all. */
export const useReleaseOrder = () => useOrderCall('POST admin/orders/:number/release')

export const useReturnOrder = () => useOrderCall('POST admin/orders/:number/return')

/** Changes the items of an unpaid order. */
export const useEditOrderLines = () =>
  useOrderMutation((input: CallInput<'PATCH admin/orders/:number/lines'>) => patchLines(input))

/** What another address would change in the totals; null: nothing. Rejects with an `ApiError`. */
export const previewMove = (input: CallInput<'PATCH admin/orders/:number'>) =>
  call('PATCH admin/orders/:number', { ...input, preview: true })

/** Changes addresses, phone and tracking details. */
export const useCorrectOrder = () => useOrderCall('PATCH admin/orders/:number')

export const useAddOrderNote = () => useOrderCall('POST admin/orders/:number/note')

export const useResendOrderEmail = () => useOrderCall('POST admin/orders/:number/resend')

/** `idempotencyKey` stays the same for each try of one refund. */
export const useRefundOrder = () =>
  useOrderMutation(({ idempotencyKey, ...input }: RefundInput & { idempotencyKey: string }) =>
    explainReusedKey(
      call('POST admin/orders/:number/refund', input, { idempotencyKey }),
      'An earlier attempt was refunded. Close this dialog and check the refunds of this order.',
    ),
  )

/** Records that staff has sent a refund itself. */
export const useMarkRefundSent = () => useOrderCall('POST admin/orders/:number/refunds/:id/done')

export const useClosePayment = () => useOrderCall('POST admin/orders/:number/payments/:id/closed')

/** Changes many orders. The answer holds the outcome of each, so the caller confirms it. */
export const useBulkOrders = () =>
  useOrderMutation(
    (input: CallInput<'POST admin/orders/bulk'>) => call('POST admin/orders/bulk', input),
    () => null,
  )
