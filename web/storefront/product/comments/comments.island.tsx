import { useRef, useState } from 'react'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { allComments, useComments, type CommentFilter } from '#web/data/comments/comments.ts'
import { useOwnVotes } from '#web/data/comments/own-votes.ts'
import { useSession } from '#web/data/account/session.ts'
import { withQueries } from '#web/storefront/with-queries.tsx'
import { CommentList } from './list/comment-list.tsx'
import { CommentsLayout, LoadingComments, questionsHeading } from './comments-layout.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import { NewComment } from './form/new-comment.tsx'
import { Questions } from './questions/questions.tsx'
import { RatingBars } from './list/rating-bars.tsx'

/** The comments on a product with all that a shopper can do about them, and the questions beside them. */
function Comments({ product }: { product: ProductDetail }) {
  const { productid, comments, commentcount, ratingsummary } = product
  const [filter, setFilter] = useState<CommentFilter>(allComments)
  const first = { data: comments, total: commentcount, summary: ratingsummary }
  const query = useComments(productid, first, filter)
  const { data: user, isPending } = useSession()
  const votes = useOwnVotes(productid, Boolean(user))
  const newComment = useRef<HTMLDivElement>(null)
  const page = query.data?.pages.at(-1) ?? first
  const choose = (change: Partial<CommentFilter>) =>
    setFilter((now) => withoutDefaults({ ...now, ...change }))
  // The form and the buttons of each comment depend on who reads.
  if (isPending) return <LoadingComments product={product} />
  return (
    <CommentsLayout
      summary={
        <>
          <RatingBars summary={page.summary} chosen={filter.stars} onChoose={(stars) => choose({ stars })} />
          {product.questioncount > 0 && (
            <p className="mt-4 first:mt-0 lg:hidden">
              <a
                href={`#${questionsHeading}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                Questions and answers ({product.questioncount})
              </a>
            </p>
          )}
          <div ref={newComment} className="mt-8 first:mt-0">
            <NewComment productId={productid} hasRated={votes?.rated === true} />
          </div>
        </>
      }
      comments={
        <>
          {page.summary.comments > 1 && (
            <FilterBar
              filter={filter}
              onChoose={choose}
              total={page.total}
              summary={page.summary}
              variants={product.variants}
            />
          )}
          <CommentList
            query={query}
            productId={productid}
            user={user}
            votes={votes}
            isFiltered={filter.stars !== undefined || filter.variantid !== undefined}
            // It exists once the session is known.
            formField={() => newComment.current?.querySelector('textarea')}
          />
        </>
      }
      questions={<Questions product={product} user={user} votes={votes} />}
    />
  )
}

/** The document holds the comments without a filter, and `useComments` knows that filter by its identity. */
const withoutDefaults = (filter: CommentFilter): CommentFilter =>
  filter.sort === allComments.sort && filter.stars === undefined && filter.variantid === undefined
    ? allComments
    : filter

export default withQueries(Comments)
