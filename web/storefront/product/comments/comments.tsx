import { useLayoutEffect, useRef } from 'react'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { useComments } from '../../../data/comments.ts'
import { useSession } from '../../../data/account/session.ts'
import { focusAfterWait } from '../../../lib/focus.ts'
import { Button } from '../../../ui/button.tsx'
import { CommentItem } from './comment-item.tsx'
import { NewComment } from './new-comment.tsx'

/** The comments, newest first, with a button to load more. */
export function Comments({ product, isVisible }: { product: ProductDetail; isVisible: boolean }) {
  const first = { data: product.comments, total: product.commentcount }
  const query = useComments(product.productid, first, isVisible)
  // A new comment shifts others to the next page, where they would appear twice.
  const comments = [
    ...new Map(
      query.data.pages.flatMap((page) => page.data).map((comment) => [comment.id, comment]),
    ).values(),
  ]
  const { data: user } = useSession()
  const list = useRef<HTMLUListElement>(null)
  const newComment = useRef<HTMLDivElement>(null)
  /** After loading more, the first new comment gets the focus. */
  const pendingFocus = useRef<{ index: number; button: Element }>(null)
  const itemAt = (index: number) => list.current?.children[index] as HTMLElement | undefined
  useLayoutEffect(() => {
    if (!pendingFocus.current || comments.length <= pendingFocus.current.index) return
    focusAfterWait(pendingFocus.current.button, itemAt(pendingFocus.current.index))
    pendingFocus.current = null
  }, [comments.length])
  // Queries the text field, because it exists only after `NewComment` has loaded the session.
  const focusAfterDelete = (index: number) =>
    itemAt(index + 1) ?? itemAt(index - 1) ?? newComment.current?.querySelector('textarea')

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
      <div ref={newComment} className="mb-10 noscript:hidden">
        <NewComment productId={product.productid} />
      </div>
      {isLoading && <p className="mb-6 text-quiet">Loading comments...</p>}
      {comments.length === 0 && !failed && !isLoading && (
        <p className="text-quiet">No comments available. Be the first to comment!</p>
      )}
      <ul ref={list} className="max-w-[68ch]">
        {comments.map((comment, index) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            productId={product.productid}
            nextFocus={() => focusAfterDelete(index)}
            user={user}
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
          className="mt-6 noscript:hidden"
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
