import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addOrderNote,
  bulkOrders,
  cancelOrderAsStaff,
  correctOrder,
  resendOrderEmail,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import type { releaseOrder } from '#contract/orders/hold.ts'
import type { createShipment, deliverShipment } from '#contract/orders/shipment.ts'
import type { closePayment, refundOrder, markRefundSent } from '#contract/orders/payment/refund.ts'
import type { editOrderLines } from '#contract/orders/edit-order.ts'
import { hasResponse } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { explainReusedKey } from '#web/lib/unanswered-keys.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** A page of orders. `query` holds the table state of the URL. */
export function useAdminOrders(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('orders', 'list', query),
    queryFn: ({ signal }) => call('GET admin/orders', query, { signal }),
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

type RefundInput = z.input<typeof refundOrder.input>

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
export function useEditPreview(input: z.input<typeof editOrderLines.input>, enabled: boolean) {
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

const patchLines = (input: z.input<typeof editOrderLines.input>, signal?: AbortSignal) =>
  call('PATCH admin/orders/:number/lines', input, { signal })

/** After an error the order is refreshed too: another person may have changed its status. */
const useOrderMutation = <Input, Output extends { message: string }>(
  send: (input: Input) => Promise<Output>,
  success?: () => null,
) => useAdminMutation(send, { refreshOnError: true, ...(success && { success }) })

/** Marks the payment of an order as received. */
export const useConfirmOrder = () =>
  useOrderMutation((number: string) => call('POST admin/orders/:number/confirm', { number }))

export const useCreateShipment = () =>
  useOrderMutation((input: z.input<typeof createShipment.input>) =>
    call('POST admin/orders/:number/shipments', input),
  )

export const useDeliverShipment = () =>
  useOrderMutation((input: z.input<typeof deliverShipment.input>) =>
    call('POST admin/orders/:number/shipments/:id/deliver', input),
  )

export const useDeliverOrder = () =>
  useOrderMutation((number: string) => call('POST admin/orders/:number/deliver', { number }))

export const useCancelOrder = () =>
  useOrderMutation((input: z.input<typeof cancelOrderAsStaff.input>) =>
    call('POST admin/orders/:number/cancel', input),
  )

/** Cancels and refunds the withdrawn units of an order on hold. */
export const useCancelWithdrawn = () =>
  useOrderMutation((number: string) => call('POST admin/orders/:number/cancel-withdrawn', { number }))

/** Lets an order on hold ship after all. */
export const useReleaseOrder = () =>
  useOrderMutation((input: z.input<typeof releaseOrder.input>) =>
    call('POST admin/orders/:number/release', input),
  )

export const useReturnOrder = () =>
  useOrderMutation((input: z.input<typeof returnOrder.input>) =>
    call('POST admin/orders/:number/return', input),
  )

/** Changes the items of an unpaid order. */
export const useEditOrderLines = () =>
  useOrderMutation((input: z.input<typeof editOrderLines.input>) => patchLines(input))

/** What another address would change in the totals; null: nothing. Rejects with an `ApiError`. */
export const previewMove = (input: z.input<typeof correctOrder.input>) =>
  call('PATCH admin/orders/:number', { ...input, preview: true })

/** Changes addresses, phone and tracking details. */
export const useCorrectOrder = () =>
  useOrderMutation((input: z.input<typeof correctOrder.input>) => call('PATCH admin/orders/:number', input))

export const useAddOrderNote = () =>
  useOrderMutation((input: z.input<typeof addOrderNote.input>) =>
    call('POST admin/orders/:number/note', input),
  )

export const useResendOrderEmail = () =>
  useOrderMutation((input: z.input<typeof resendOrderEmail.input>) =>
    call('POST admin/orders/:number/resend', input),
  )

/** `idempotencyKey` stays the same for each try of one refund. */
export const useRefundOrder = () =>
  useOrderMutation(({ idempotencyKey, ...input }: RefundInput & { idempotencyKey: string }) =>
    explainReusedKey(
      call('POST admin/orders/:number/refund', input, { idempotencyKey }),
      'An earlier attempt was refunded. Close this dialog and check the refunds of this order.',
    ),
  )

/** Records that staff has sent a refund itself. */
export const useMarkRefundSent = () =>
  useOrderMutation((input: z.input<typeof markRefundSent.input>) =>
    call('POST admin/orders/:number/refunds/:id/done', input),
  )

export const useClosePayment = () =>
  useOrderMutation((input: z.input<typeof closePayment.input>) =>
    call('POST admin/orders/:number/payments/:id/closed', input),
  )

/** Changes many orders. The answer holds the outcome of each, so the caller confirms it. */
export const useBulkOrders = () =>
  useOrderMutation(
    (input: z.input<typeof bulkOrders.input>) => call('POST admin/orders/bulk', input),
    () => null,
  )
