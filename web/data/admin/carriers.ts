import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { LabelQuotes, OrderLabel } from '#contract/carriers/label.ts'
import { call, type CallInput } from '#web/lib/call.ts'
import { adminKey, formData, useAdminData } from './query.ts'
import { useAdminCall, useAdminMutation } from './use-admin-mutation.ts'

/** The connections to carriers, without their secrets. */
export const carrierAccounts = formData('GET admin/carriers')

export const useCarrierChanges = () => ({
  shiprocket: useAdminCall('PUT admin/carriers/shiprocket/connection'),
  easypost: useAdminCall('PUT admin/carriers/easypost/connection'),
  test: useAdminCall('POST admin/carriers/:carrier/test', { refresh: null }),
  disconnect: useAdminCall('DELETE admin/carriers/:carrier'),
})

type QuoteInput = CallInput<'POST admin/orders/:number/label-quotes'>

/** The labels of an order; undefined until they are known. While one is being bought, its result is awaited. */
export function useOrderLabels({ number }: { number: string }): readonly OrderLabel[] | undefined {
  const client = useQueryClient()
  const { data } = useAdminData(
    'GET admin/orders/:number/labels',
    { number },
    {
      pollsWhile: (labels) => labels.some(({ state }) => state === 'buying'),
      // A carrier that has not answered by then takes minutes.
      pollMs: (answers) => (answers <= 10 ? 1000 : 5000),
    },
  )
  const buying = data?.filter(({ state }) => state === 'buying').length ?? 0
  const before = useRef(buying)
  useEffect(() => {
    // The purchase has ended, and has shipped items.
    if (buying < before.current)
      void client.invalidateQueries({ queryKey: adminKey('GET admin/orders/:number') })
    before.current = buying
  }, [buying, client])
  return data
}

/** Asks the carriers for their prices, again each time. */
export const useLabelQuotes = () =>
  useAdminMutation(
    async (input: QuoteInput): Promise<{ message: string; data: LabelQuotes }> =>
      call('POST admin/orders/:number/label-quotes', input),
    { success: null, refresh: null },
  )
