import { useLayoutEffect, useRef } from 'react'
import type { ProductDetail } from '#contract/product.ts'
import { useComments } from '../../data/comments.ts'
import { useSession } from '../../data/session.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { Button } from '../../ui/button.tsx'
import { CommentItem } from './comment-item.tsx'
import { NewComment } from './new-comment.tsx'

/** What shoppers say, newest first; further ones on request. */
export function Comments({ product, seen }: { product: ProductDetail; seen: boolean }) {
  const first = { data: product.comments, total: product.commentcount }
  const further = useComments(product.productid, first, seen)
  // A comment written meanwhile moves others to the next page, where they would stand twice.
  const comments = [
    ...new Map(
      further.data.pages.flatMap((page) => page.data).map((comment) => [comment.id, comment]),
    ).values(),
  ]
  const { data: user } = useSession()
  const list = useRef<HTMLUListElement>(null)
  /** Which further one gets the focus when it is there, and what was pressed for it. */
  const wanted = useRef<{ at: number; pressed: Element }>(null)
  useLayoutEffect(() => {
    if (!wanted.current || comments.length <= wanted.current.at) return
    focusAfterWait(wanted.current.pressed, list.current?.querySelectorAll('li')[wanted.current.at])
    wanted.current = null
  }, [comments.length])

  const failed = further.isError && !further.isFetching
  return (
    <>
      <div className="mb-10 noscript:hidden">
        <NewComment productId={product.productid} />
      </div>
      {comments.length === 0 && !failed && (
        <p className="text-quiet">No comments available. Be the first to comment!</p>
      )}
      <ul ref={list} className="max-w-[68ch]">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} productId={product.productid} user={user} />
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-6 text-danger">
          Error loading comments.
        </p>
      )}
      {failed && !further.isFetchNextPageError && (
        <Button kind="secondary" className="mt-6" onClick={() => void further.refetch()}>
          Try again
        </Button>
      )}
      {further.hasNextPage && (!failed || further.isFetchNextPageError) && (
        <Button
          kind="secondary"
          className="mt-6 noscript:hidden"
          aria-disabled={further.isFetchingNextPage}
          onClick={({ currentTarget }) => {
            wanted.current = { at: comments.length, pressed: currentTarget }
            if (!further.isFetchingNextPage) void further.fetchNextPage()
          }}
        >
          {further.isFetchingNextPage ? 'Loading comments...' : failed ? 'Try again' : 'Show more'}
        </Button>
      )}
      <p role="status" className="sr-only">
        {further.isFetchingNextPage && 'Loading comments...'}
      </p>
    </>
  )
}
