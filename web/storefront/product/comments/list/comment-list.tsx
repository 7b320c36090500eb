import { useLayoutEffect, useRef } from 'react'
import type { CurrentUser } from '#contract/identity/auth.ts'
import type { useComments } from '#web/data/comments/comments.ts'
import type { useOwnVotes } from '#web/data/comments/own-votes.ts'
import { focusAfterWait } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { CommentItem } from './comment-item.tsx'
import { noComments } from '../comments-layout.tsx'

interface CommentListProps {
  query: ReturnType<typeof useComments>
  productId: number
  user: CurrentUser | null | undefined
  votes: ReturnType<typeof useOwnVotes>
  isFiltered: boolean
  /** Finds the text field for a new comment. */
  formField(): HTMLElement | null | undefined
}

/** The comments that match the filter, with a button to load more. */
export function CommentList({ query, productId, user, votes, isFiltered, formField }: CommentListProps) {
  // A new comment shifts others to the next page, where they would appear twice.
  const comments = [
    ...new Map(
      query.data?.pages.flatMap((page) => page.data).map((comment) => [comment.id, comment]),
    ).values(),
  ]
  const list = useRef<HTMLUListElement>(null)
  /** After loading more, the first new comment gets the focus. */
  const pendingFocus = useRef<{ index: number; button: Element }>(null)
  const itemAt = (index: number) => list.current?.children[index] as HTMLElement | undefined
  useLayoutEffect(() => {
    if (!pendingFocus.current || comments.length <= pendingFocus.current.index) return
    focusAfterWait(pendingFocus.current.button, itemAt(pendingFocus.current.index))
    pendingFocus.current = null
  }, [comments.length])
  const focusAfterDelete = (index: number) => itemAt(index + 1) ?? itemAt(index - 1) ?? formField()

  const failed = query.isError && !query.isFetching
  const isRetrying = query.isError && query.isFetching && !query.isFetchingNextPage
  const isLoading = isRetrying || (query.isFetching && comments.length === 0)

  async function retry(button: Element) {
    const { isSuccess } = await query.refetch()
    // The button is gone then.
    if (isSuccess) focusAfterWait(button, focusAfterDelete(-1))
  }

  return (
    <>
      {isLoading && <p className="mb-6 text-quiet">Loading comments...</p>}
      {comments.length === 0 && !failed && !isLoading && (
        <p className="text-quiet">{isFiltered ? 'No comments match your choice.' : noComments}</p>
      )}
      <ul
        ref={list}
        aria-busy={query.isPlaceholderData}
        className="transition-opacity duration-150 aria-busy:opacity-60"
      >
        {comments.map((comment, index) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            productId={productId}
            nextFocus={() => focusAfterDelete(index)}
            user={user}
            isHelpful={votes?.helpful.includes(comment.id) === true}
          />
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-6 text-danger">
          Error loading comments.
        </p>
      )}
      {query.isError && !query.isFetchNextPageError && (
        <Button
          kind="secondary"
          className="mt-6"
          aria-disabled={isRetrying}
          onClick={({ currentTarget }) => {
            if (!isRetrying) void retry(currentTarget)
          }}
        >
          Try again
        </Button>
      )}
      {query.hasNextPage && (!failed || query.isFetchNextPageError) && (
        <Button
          kind="secondary"
          className="mt-6"
          aria-disabled={query.isFetchingNextPage}
          onClick={({ currentTarget }) => {
            pendingFocus.current = { index: comments.length, button: currentTarget }
            if (!query.isFetchingNextPage) void query.fetchNextPage()
          }}
        >
          {query.isFetchingNextPage ? 'Loading comments...' : failed ? 'Try again' : 'Show more'}
        </Button>
      )}
      <p role="status" className="sr-only">
        {(query.isFetchingNextPage || isLoading) && 'Loading comments...'}
      </p>
    </>
  )
}
