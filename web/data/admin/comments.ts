import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { moderateComment, moderateComments } from '#contract/comments/comment-moderation.ts'
import { call } from '#web/lib/call.ts'
import { adminKey } from './list.ts'
import { useAdminMutation } from './use-admin-mutation.ts'

/** A page of comments. `query` holds the table state of the URL. */
export function useAdminComments(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('comments', query),
    queryFn: ({ signal }) => call('GET admin/comments', query, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads a comment past the cache. */
export const readComment = async (id: number) => (await call('GET admin/comments/:id', { id })).data

export const useCommentChanges = () => ({
  moderate: useAdminMutation((input: z.input<typeof moderateComment.input>) =>
    call('PATCH admin/comments/:id', input),
  ),
  moderateMany: useAdminMutation((input: z.input<typeof moderateComments.input>) =>
    call('POST admin/comments/bulk', input),
  ),
})
