import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminQuery } from '../query.ts'
import { useAdminCall, useAdminMutation } from '../use-admin-mutation.ts'

export const useApiKeys = () =>
  useQuery({
    ...adminQuery('GET admin/api-keys', {}),
  })

export const useApiKeyChanges = () => ({
  create: useAdminCall('POST admin/api-keys'),
  revoke: useAdminMutation((id: number) => call('DELETE admin/api-keys/:id', { id })),
})
