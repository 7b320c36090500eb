import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminData, adminQuery } from '../query.ts'
import { useAdminCall, useAdminMutation } from '../use-admin-mutation.ts'

/** Deliveries that wait are read again after this time. */
const WAITING_POLL_MS = 2000

export const useWebhooks = () =>
  useQuery({
    ...adminQuery('GET admin/webhooks', {}),
  })

export const useWebhook = (id: number) =>
  useQuery({
    ...adminData('GET admin/webhooks/:id', { id }),
    refetchInterval: ({ state }) => (state.data && state.data.data.waiting > 0 ? WAITING_POLL_MS : false),
  })

/** A page of the delivery log; polls while a delivery waits. */
export const useWebhookDeliveries = (id: number, query: Record<string, string | number>) =>
  useQuery({
    ...adminQuery('GET admin/webhooks/:id/deliveries', { id, ...query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.state === 'waiting') ? WAITING_POLL_MS : false,
  })

export const useWebhookChanges = () => ({
  create: useAdminCall('POST admin/webhooks'),
  update: useAdminCall('PATCH admin/webhooks/:id'),
  // The page of the webhook closes; reading it again would find nothing.
  remove: useAdminMutation((id: number) => call('DELETE admin/webhooks/:id', { id }), {
    refresh: adminQuery('GET admin/webhooks', {}).queryKey,
  }),
  rotate: useAdminMutation((id: number) => call('POST admin/webhooks/:id/secret', { id })),
  test: useAdminMutation((id: number) => call('POST admin/webhooks/:id/test', { id })),
  replay: useAdminCall('POST admin/webhooks/:id/replay'),
})
