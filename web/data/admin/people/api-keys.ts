import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { createApiKey, getApiKeys, revokeApiKey } from '#contract/identity/api-key.ts'
import { api } from '#web/lib/api.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

export const useApiKeys = () =>
  useQuery({
    queryKey: adminKey('api-keys'),
    queryFn: ({ signal }) => api<typeof getApiKeys>('GET', 'admin/api-keys', {}, signal),
  })

export const useApiKeyChanges = () => ({
  create: useAdminMutation((input: z.input<typeof createApiKey.input>) =>
    api<typeof createApiKey>('POST', 'admin/api-keys', input),
  ),
  revoke: useAdminMutation((id: number) => api<typeof revokeApiKey>('DELETE', 'admin/api-keys/:id', { id })),
})
