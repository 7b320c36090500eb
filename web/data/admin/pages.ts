import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName } from '#web/lib/call.ts'
import { adminKey } from './query.ts'
import { adminResource, usualCalls } from './resource.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

export const pages = adminResource(usualCalls('admin/pages'))

/** Deletes a page from its own form. Only the list is refreshed: the open detail query would end in a 404. */
export const useDeletePage = () =>
  useAdminMutation((id: number) => call('DELETE admin/pages/:id', { id }), {
    refresh: adminKey('GET admin/pages' satisfies CallName),
  })

/** HTML of the given Markdown, rendered by the server as in the shop. */
export function usePagePreview(body: string) {
  return useQuery({
    queryKey: adminKey('page-preview', body),
    queryFn: async ({ signal }) => (await call('POST admin/pages/preview', { body }, { signal })).data.html,
    placeholderData: keepPreviousData,
    // The settings that the text shows may change.
    staleTime: 60_000,
  })
}
