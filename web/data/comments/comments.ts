import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment, commentSorts, RatingSummary } from '#contract/comments/comment.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { showToast } from '#web/lib/toasts.ts'
import { retriedOnce } from '../visitor/personal-mutation.ts'

const PAGE_SIZE = 20

interface FirstComments {
  data: Comment[]
  total: number
  summary: RatingSummary
}

/** Which comments a shopper wants to see, and in which order. */
export interface CommentFilter {
  sort: (typeof commentSorts)[number]
  stars?: number | undefined
  variantid?: number | undefined
}

export const allComments: CommentFilter = { sort: 'newest' }

/** All queries about the comments of a product, with any filter, and about its questions. */
export const commentsKey = (productId: number) => ['comments', productId] as const

/** What the shopper has done about a product: see `useOwnVotes`. */
export const votesKey = (productId: number) => ['personal', 'votes', productId] as const

/**
 * The comments on a product, page by page. The first page without a filter comes with the document and is refetched. While
 * another filter loads, the previous comments stay.
 */
export function useComments(productId: number, first: FirstComments, filter: CommentFilter) {
  return useInfiniteQuery({
    queryKey: [...commentsKey(productId), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        'POST comment/getComments',
        { product_id: productId, page: pageParam, limit: PAGE_SIZE, ...filter },
        { signal },
      ),
    initialData: filter === allComments ? { pages: [{ ...first, message: '' }], pageParams: [1] } : undefined,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
  })
}

/** The text of a comment and its stars; 0 stars mean no rating. */
export interface CommentInput {
  comment: string
  rating: number
}

/** A change to the comments. `key` is the idempotency key of a new one. */
export type CommentChange =
  | ({ kind: 'post'; userId: number | undefined; key: string; photos: readonly File[] } & CommentInput)
  | ({ kind: 'edit'; id: number } & CommentInput)
  | { kind: 'delete'; id: number }
  | { kind: 'report'; id: number; reason: string }

/** Changes a comment, shows the server's message and refetches the comments and the average. Never queued while offline. */
export function useCommentChange(productId: number) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    ...retriedOnce,
    mutationFn: (change: CommentChange) => send(productId, change),
    onSuccess: async ({ message }, { kind }) => {
      showToast('success', message)
      if (kind === 'report') return
      await Promise.all([
        client.invalidateQueries({ queryKey: commentsKey(productId) }),
        client.invalidateQueries({ queryKey: votesKey(productId) }),
      ])
    },
    onError: (error, { kind }) =>
      showToast('error', kind === 'post' ? errorMessage(error, failedToPost) : errorMessage(error)),
  })
}

/** Shown if the server gives no reason. */
export const failedToPost = 'Failed to post comment'

// The shopper may have signed out in another tab.
const missingUser = { code: 'missing', message: 'Missing user or product information', issues: undefined }

function send(productId: number, change: CommentChange): Promise<{ message: string }> {
  switch (change.kind) {
    case 'post': {
      const { userId, key, photos, comment, rating } = change
      if (!userId || !productId) return Promise.reject(new ApiError(400, missingUser))
      return call(
        'POST comment/postComment',
        { user_id: userId, product_id: productId, comment, rating: starsOf(rating) },
        { files: { photos }, idempotencyKey: key },
      )
    }
    case 'edit': {
      const { id, comment, rating } = change
      return call('PATCH comments/:id', { id, comment, rating: starsOf(rating) })
    }
    case 'delete':
      return call('DELETE comments/:id', { id: change.id })
    case 'report':
      return call('POST comments/:id/report', {
        id: change.id,
        reason: change.reason,
      })
  }
}

const stars = [null, 1, 2, 3, 4, 5] as const
const starsOf = (rating: number) => stars[rating] ?? null
