import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addOrderNote,
  bulkOrders,
  BulkOutcome,
  cancelOrderAsStaff,
  confirmOrder,
  correctOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
  resendOrderMail,
  returnOrder,
} from '#contract/admin-order.ts'
import type { closePayment, refundOrder, settleRefund } from '#contract/refund.ts'
import { api, ApiError } from '../lib/api.ts'
import { useAdminChange } from './admin-change.ts'

const ordersKey = ['personal', 'admin', 'orders']

/** A page of the orders; `query` as the address has it. */
export function useAdminOrders(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [...ordersKey, 'list', query],
    queryFn: ({ signal }) => api<typeof getAdminOrders>('GET', 'admin/orders', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** One order with all that staff is shown. */
export function useAdminOrder(number: string) {
  return useQuery({
    queryKey: [...ordersKey, 'one', number],
    queryFn: ({ signal }) => readOrder(number, signal),
    staleTime: 0,
    // What is not there now does not come by asking again.
    retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status === 404),
  })
}

/** An order as it is stored now. */
export async function readOrder(number: string, signal?: AbortSignal) {
  return (await api<typeof getAdminOrder>('GET', 'admin/orders/:number', { number }, signal)).data
}

type Refund = z.input<typeof refundOrder.input>

/** What a refund would come to; where it cannot be, why. */
export function useRefundPreview(wish: Refund) {
  return useQuery({
    // Not among those that are read anew once it is done: it would be too much then.
    queryKey: ['personal', 'admin', 'refund', wish],
    queryFn: async ({ signal }) => {
      const input = { ...wish, preview: true }
      return (await api<typeof refundOrder>('POST', 'admin/orders/:number/refund', input, signal)).data
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    // What is too much stays so.
    retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status < 500),
  })
}

/** What staff does with orders; each rejects with an error that has words, and then the orders are read anew too. */
export function useOrderWork() {
  const client = useQueryClient()
  const change = useAdminChange(ordersKey)
  const readAnew = () => client.invalidateQueries({ queryKey: ordersKey })
  const work = (call: Promise<{ message: string }>) =>
    change(call).catch(async (error: unknown) => {
      await readAnew()
      throw error
    })
  return {
    confirm: (number: string) =>
      work(api<typeof confirmOrder>('POST', 'admin/orders/:number/confirm', { number })),
    fulfil: (input: z.input<typeof fulfilOrder.input>) =>
      work(api<typeof fulfilOrder>('POST', 'admin/orders/:number/fulfil', input)),
    deliver: (number: string) =>
      work(api<typeof deliverOrder>('POST', 'admin/orders/:number/deliver', { number })),
    cancel: (input: z.input<typeof cancelOrderAsStaff.input>) =>
      work(api<typeof cancelOrderAsStaff>('POST', 'admin/orders/:number/cancel', input)),
    takeBack: (input: z.input<typeof returnOrder.input>) =>
      work(api<typeof returnOrder>('POST', 'admin/orders/:number/return', input)),
    correct: (input: z.input<typeof correctOrder.input>) =>
      work(api<typeof correctOrder>('PATCH', 'admin/orders/:number', input)),
    note: (input: z.input<typeof addOrderNote.input>) =>
      work(api<typeof addOrderNote>('POST', 'admin/orders/:number/note', input)),
    resend: (input: z.input<typeof resendOrderMail.input>) =>
      work(api<typeof resendOrderMail>('POST', 'admin/orders/:number/resend', input)),
    /** `key`: the same for each try of one refund. */
    refund: (input: Refund, key: string) =>
      work(
        api<typeof refundOrder>('POST', 'admin/orders/:number/refund', input, undefined, {
          'idempotency-key': key,
        }),
      ),
    settle: (input: z.input<typeof settleRefund.input>) =>
      work(api<typeof settleRefund>('POST', 'admin/orders/:number/refunds/:id/done', input)),
    closePayment: (input: z.input<typeof closePayment.input>) =>
      work(api<typeof closePayment>('POST', 'admin/orders/:number/payments/:id/closed', input)),
    /** Answers how it went with each of them. */
    async many(input: z.input<typeof bulkOrders.input>): Promise<BulkOutcome[]> {
      try {
        return (await api<typeof bulkOrders>('POST', 'admin/orders/bulk', input)).data
      } finally {
        await readAnew()
      }
    },
  }
}
