import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { adminQuery } from './query.ts'
import { useAdminCall } from './use-admin-mutation.ts'

/** A page of comments. `query` holds the table state of the URL. */
export function useAdminComments(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/comments', query),
    placeholderData: keepPreviousData,
  })
}

/** Reads a comment past the cache. */
export const readComment = async (id: number) => (await call('GET admin/comments/:id', { id })).data

export const useCommentChanges = () => ({
  moderate: useAdminCall('PATCH admin/comments/:id'),
  moderateMany: useAdminCall('POST admin/comments/bulk'),
})
