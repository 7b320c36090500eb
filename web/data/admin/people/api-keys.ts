import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { createApiKey } from '#contract/identity/api-key.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from '../list.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

export const useApiKeys = () =>
  useQuery({
    queryKey: adminKey('api-keys'),
    queryFn: ({ signal }) => call('GET admin/api-keys', {}, { signal }),
  })

export const useApiKeyChanges = () => ({
  create: useAdminMutation((input: z.input<typeof createApiKey.input>) => call('POST admin/api-keys', input)),
  revoke: useAdminMutation((id: number) => call('DELETE admin/api-keys/:id', { id })),
})
