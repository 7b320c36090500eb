import { useEffect, useRef } from 'react'
import type { ProductDetail } from '#contract/product.ts'
import { useComments } from '../../data/comments.ts'
import { useSession } from '../../data/session.ts'
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
  const wanted = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (wanted.current === undefined || comments.length <= wanted.current) return
    list.current?.querySelectorAll('li')[wanted.current]?.focus()
    wanted.current = undefined
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
        {comments.map((comment, index) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            productId={product.productid}
            user={user}
            onDeleted={() => focusNear(list.current, index)}
          />
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
          onClick={() => {
            wanted.current = comments.length
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

/** The comment that has taken the place of a deleted one, or the one before it; else the field for a new one. */
function focusNear(list: HTMLUListElement | null, index: number): void {
  const items = list?.querySelectorAll('li')
  const near = items?.[index] ?? items?.[index - 1] ?? list?.parentElement?.querySelector('textarea')
  near?.focus()
}
