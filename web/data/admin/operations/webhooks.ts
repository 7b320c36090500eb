import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { createWebhook, replayWebhook, updateWebhook } from '#contract/webhooks/webhook.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

/** Deliveries that wait are read again after this time. */
const WAITING_POLL_MS = 2000

export const useWebhooks = () =>
  useQuery({
    queryKey: adminKey('webhooks', 'list'),
    queryFn: ({ signal }) => call('GET admin/webhooks', {}, { signal }),
  })

export const useWebhook = (id: number) =>
  useQuery({
    queryKey: adminKey('webhooks', 'detail', id),
    queryFn: async ({ signal }) => (await call('GET admin/webhooks/:id', { id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? WAITING_POLL_MS : false),
  })

/** A page of the delivery log; polls while a delivery waits. */
export const useWebhookDeliveries = (id: number, query: Record<string, string | number>) =>
  useQuery({
    queryKey: adminKey('webhooks', 'deliveries', id, query),
    queryFn: ({ signal }) => call('GET admin/webhooks/:id/deliveries', { id, ...query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.state === 'waiting') ? WAITING_POLL_MS : false,
  })

export const useWebhookChanges = () => ({
  create: useAdminMutation((input: z.input<typeof createWebhook.input>) =>
    call('POST admin/webhooks', input),
  ),
  update: useAdminMutation((input: z.input<typeof updateWebhook.input>) =>
    call('PATCH admin/webhooks/:id', input),
  ),
  // The page of the webhook closes; reading it again would find nothing.
  remove: useAdminMutation((id: number) => call('DELETE admin/webhooks/:id', { id }), {
    refresh: adminKey('webhooks', 'list'),
  }),
  rotate: useAdminMutation((id: number) => call('POST admin/webhooks/:id/secret', { id })),
  test: useAdminMutation((id: number) => call('POST admin/webhooks/:id/test', { id })),
  replay: useAdminMutation((input: z.input<typeof replayWebhook.input>) =>
    call('POST admin/webhooks/:id/replay', input),
  ),
})
