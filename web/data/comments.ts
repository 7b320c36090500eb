import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import type {
  Comment,
  deleteComment,
  getComments,
  postComment,
  reportComment,
  updateComment,
} from '#contract/comment.ts'
import { api, ApiError } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { personalChange, wordsOf } from './personal-change.ts'

const pageSize = 20

interface FirstComments {
  data: Comment[]
  total: number
}

/** The comments on a product, page by page; `first` came with the page and is read anew once they are `seen`. */
export function useComments(productId: number, first: FirstComments, seen: boolean) {
  return useInfiniteQuery({
    queryKey: ['comments', productId],
    queryFn: ({ pageParam, signal }) =>
      api<typeof getComments>(
        'POST',
        'comment/getComments',
        { product_id: productId, page: pageParam, limit: pageSize },
        signal,
      ),
    initialData: { pages: [{ ...first, message: '' }], pageParams: [1] },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    enabled: seen,
  })
}

/** What an author writes: 0 stars are none. */
export interface Words {
  comment: string
  rating: number
}

/** What a shopper does with comments. `key` makes that a new one is posted once, however often it is sent. */
export type CommentChange =
  | ({ kind: 'post'; userId: number | undefined; key: string } & Words)
  | ({ kind: 'edit'; id: number } & Words)
  | { kind: 'delete'; id: number }
  | { kind: 'report'; id: number; reason: string }

/** Sends it at once or not at all, says what the server says, and reads comments and average anew. */
export function useCommentChange(productId: number) {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  return useMutation({
    networkMode: 'always',
    retry: personalChange.retry,
    retryDelay: personalChange.retryDelay,
    mutationFn: (change: CommentChange) => send(productId, change),
    onSuccess: async ({ message }, { kind }) => {
      showToast('success', message)
      if (kind === 'report') return
      await Promise.all([client.invalidateQueries({ queryKey: ['comments', productId] }), revalidate()])
    },
    onError: (error, { kind }) =>
      showToast('error', kind === 'post' ? wordsOf(error, failedToPost) : wordsOf(error)),
  })
}

/** Said where nothing better is known. */
export const failedToPost = 'Failed to post comment'

// Signed out meanwhile, in another tab perhaps.
const missing = { code: 'missing', message: 'Missing user or product information', issues: undefined }

function send(productId: number, change: CommentChange): Promise<{ message: string }> {
  switch (change.kind) {
    case 'post': {
      const { userId, key, comment, rating } = change
      if (!userId || !productId) return Promise.reject(new ApiError(400, missing))
      return api<typeof postComment>(
        'POST',
        'comment/postComment',
        { user_id: userId, product_id: productId, comment, rating: starsOf(rating) },
        undefined,
        { 'Idempotency-Key': key },
      )
    }
    case 'edit': {
      const { id, comment, rating } = change
      return api<typeof updateComment>('PATCH', 'comments/:id', { id, comment, rating: starsOf(rating) })
    }
    case 'delete':
      return api<typeof deleteComment>('DELETE', 'comments/:id', { id: change.id })
    case 'report':
      return api<typeof reportComment>('POST', 'comments/:id/report', {
        id: change.id,
        reason: change.reason,
      })
  }
}

const stars = [null, 1, 2, 3, 4, 5] as const
const starsOf = (rating: number) => stars[rating] ?? null
