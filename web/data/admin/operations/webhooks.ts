import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminData, adminQuery } from '../query.ts'
import { useAdminCall } from '../use-admin-mutation.ts'

/** Deliveries that wait are read again after this time. */
const WAITING_POLL_MS = 2000

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
  remove: useAdminCall('DELETE admin/webhooks/:id', {
    refresh: adminQuery('GET admin/webhooks', {}).queryKey,
  }),
  rotate: useAdminCall('POST admin/webhooks/:id/secret'),
  test: useAdminCall('POST admin/webhooks/:id/test'),
  replay: useAdminCall('POST admin/webhooks/:id/replay'),
})
