import type { ReactNode } from 'react'
import { commentFormAnchor } from '#contract/links.ts'
import type { ProductDetail } from '#contract/catalog/product.ts'
import { RatingBars } from './list/rating-bars.tsx'

export const noComments = 'No comments available. Be the first to comment!'
export const itemStyle = 'border-b border-line py-6 first:pt-0 last:border-0'

/** The id of a heading. */
export const questionsHeading = 'questions'

interface CommentsLayoutProps {
  summary: ReactNode
  comments: ReactNode
  /** Absent while the comments load. */
  questions?: ReactNode
}

/** The comments, and beside them the summary and the questions; on narrow screens one below the other. */
export function CommentsLayout({ summary, comments, questions }: CommentsLayoutProps) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <div id={commentFormAnchor} className="lg:col-start-2">
        {summary}
      </div>
      <div className="max-w-[68ch] min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">{comments}</div>
      {questions !== undefined && (
        <section aria-labelledby={questionsHeading} className="min-w-0 lg:col-start-2">
          <h3 id={questionsHeading} tabIndex={-1} className="mb-4 font-display text-xl">
            Questions and answers
          </h3>
          {questions}
        </section>
      )}
    </div>
  )
}

/** Shown until the comments can be used. */
export function LoadingComments({ product }: { product: ProductDetail }) {
  return (
    <CommentsLayout
      summary={<RatingBars summary={product.ratingsummary} />}
      comments={<p className="text-quiet">Loading comments...</p>}
    />
  )
}
