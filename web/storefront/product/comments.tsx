import { useEffect, useRef } from 'react'
import type { Comment } from '#contract/comment.ts'
import type { ProductDetail } from '#contract/product.ts'
import { useComments } from '../../data/comments.ts'
import { useShop } from '../../data/shop.ts'
import { Button } from '../../ui/button.tsx'

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
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (wanted.current === undefined || comments.length <= wanted.current) return
    list.current?.querySelectorAll('li')[wanted.current]?.focus()
    wanted.current = undefined
  }, [comments.length])

  if (comments.length === 0) {
    return <p className="text-quiet">No comments available. Be the first to comment!</p>
  }
  const failed = further.isFetchNextPageError && !further.isFetchingNextPage
  return (
    <>
      <ul ref={list} className="max-w-[68ch]">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
      {failed && (
        <p role="alert" className="mt-6 text-danger">
          Error loading comments.
        </p>
      )}
      {further.hasNextPage && (
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

function CommentItem({ comment }: { comment: Comment }) {
  const shop = useShop()
  const date = new Intl.DateTimeFormat(shop.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <li tabIndex={-1} className="border-b border-line py-6 first:pt-0 last:border-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{comment.user}</span>
        <time dateTime={comment.created_at} className="text-sm text-quiet">
          {date.format(new Date(comment.created_at))}
        </time>
        {comment.rating !== null && <Rating rating={comment.rating} />}
      </p>
      <p className="mt-2 leading-relaxed whitespace-pre-line wrap-anywhere">{comment.comment}</p>
    </li>
  )
}

function Rating({ rating }: { rating: number }) {
  return (
    <span className="text-sm">
      <span aria-hidden="true">{'★'.repeat(rating).padEnd(5, '☆')}</span>
      <span className="sr-only">{rating} of 5</span>
    </span>
  )
}
