import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getAdminComments, moderateComment, moderateComments } from '#contract/comment.ts'
import { api } from '../lib/api.ts'
import { useAdminChange } from './admin-change.ts'
import { readRow } from './admin-list.ts'

const commentsKey = ['personal', 'admin', 'comments']

/** A page of the comments of the shop; `query` as the address has it. */
export function useAdminComments(query: Record<string, string | number>) {
  return useQuery({
    queryKey: [...commentsKey, query],
    queryFn: ({ signal }) => api<typeof getAdminComments>('GET', 'admin/comments', query, signal),
    placeholderData: keepPreviousData,
  })
}

/** A comment as it is stored now; rejects, in words, where it is gone. */
export const readComment = (id: number) =>
  readRow(
    (page) => api<typeof getAdminComments>('GET', 'admin/comments', { ...page, id }),
    (row) => row.id === id,
  )

/** What staff does with comments; each rejects with an error that has words. */
export function useModeration() {
  const change = useAdminChange(commentsKey)
  return {
    one: (input: z.input<typeof moderateComment.input>) =>
      change(api<typeof moderateComment>('PATCH', 'admin/comments/:id', input)),
    many: (input: z.input<typeof moderateComments.input>) =>
      change(api<typeof moderateComments>('POST', 'admin/comments/bulk', input)),
  }
}
