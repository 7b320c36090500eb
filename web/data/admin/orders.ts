import { useState } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkOutcome } from '#contract/orders/order-actions.ts'
import { call, type CallName, type CallInput } from '#web/lib/call.ts'
import { retryUnanswered } from '../query.ts'
import { explainReusedKey } from '#web/lib/unanswered-keys.ts'
import { adminKey } from './query.ts'
import { refreshQueries, useAdminCall, useAdminMutation } from './use-admin-mutation.ts'

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

/** The totals that an order would have, or the reason why the change is refused. */
export function useEditPreview(input: CallInput<'PATCH admin/orders/:number/lines'>) {
  return useQuery({
    // Outside `adminKey`: once saved, a refetch would meet another version.
    queryKey: ['personal', 'edit-preview', input],
    queryFn: async ({ signal }) =>
      (await call('PATCH admin/orders/:number/lines', { ...input, preview: true }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: retryUnanswered,
  })
}

/** Another person may have changed the record, so it is read again after an error. */
const options = { refreshOnError: true } as const

/** A change of an order, or of its return: `useOrderCall('POST admin/orders/:number/cancel')`. `success: null`: no toast. */
export const useOrderCall = <N extends CallName>(name: N, more: { success?: null } = {}) =>
  useAdminCall(name, { ...options, ...more })

/** What another address would change in the totals; null: nothing. Rejects with an `ApiError`. */
export const previewMove = (input: CallInput<'PATCH admin/orders/:number'>) =>
  call('PATCH admin/orders/:number', { ...input, preview: true })

/** `idempotencyKey` stays the same for each try of one refund. */
export const useRefundOrder = () =>
  useAdminMutation(
    ({ idempotencyKey, ...input }: RefundInput & { idempotencyKey: string }) =>
      explainReusedKey(
        call('POST admin/orders/:number/refund', input, { idempotencyKey }),
        'An earlier attempt was refunded. Close this dialog and check the refunds of this order.',
      ),
    options,
  )

/** Which orders match a filter. Rejects with an `ApiError` if they are too many. */
export const useOrderSelection = () =>
  useAdminMutation(
    async (filter: CallInput<'GET admin/orders/numbers'>) => ({
      message: '',
      orders: (await call('GET admin/orders/numbers', filter)).data,
    }),
    { success: null, refresh: null },
  )

/** Small enough that the progress moves, and that little is repeated after a lost answer. */
const PART_SIZE = 20

type BulkInput = CallInput<'POST admin/orders/bulk'>

interface BulkRun {
  numbers: readonly string[]
  /** What the call for a part of the orders has beside their numbers. */
  inputOf(part: readonly string[]): Omit<BulkInput, 'numbers'>
  /** Receives the outcomes of a part. Returns whether to go on. */
  onPart?(outcomes: readonly BulkOutcome[]): boolean
}

/**
 * Changes many orders part by part, and refreshes the pages at the end, also after a failure. `run` returns the outcomes; it
 * rejects with an `ApiError`, and can then be called again: what is done is not done twice.
 */
export function useBulkOrders() {
  const client = useQueryClient()
  const { mutateAsync } = useAdminCall('POST admin/orders/bulk', { success: null, refresh: null })
  const [isRunning, setRunning] = useState(false)

  async function run({ numbers, inputOf, onPart }: BulkRun): Promise<BulkOutcome[]> {
    const all: BulkOutcome[] = []
    setRunning(true)
    try {
      for (let start = 0; start < numbers.length; start += PART_SIZE) {
        const part = numbers.slice(start, start + PART_SIZE)
        const { data } = await mutateAsync({ ...inputOf(part), numbers: part })
        all.push(...data)
        if (onPart && !onPart(data)) break
      }
      return all
    } finally {
      setRunning(false)
      void refreshQueries(client, adminKey())
    }
  }

  return { run, isRunning }
}
