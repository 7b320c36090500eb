import type { ProductDetail } from '#contract/catalog/product.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { CommentView } from './comment-view.tsx'
import { CommentsLayout, itemStyle, noComments } from './comments-layout.tsx'
import { PlainCommentForm } from './form/plain-comment-form.tsx'
import { QuestionView } from './questions/question-view.tsx'
import { RatingBars } from './list/rating-bars.tsx'

interface ReadableCommentsProps {
  product: ProductDetail
  /** The refused comment, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/** Comments and questions to read, and the form that works without JavaScript. Only the server renders them. */
export function ReadableComments({ product, refused }: ReadableCommentsProps) {
  const { comments, questions, ratingsummary } = product
  return (
    <CommentsLayout
      summary={
        <>
          <RatingBars summary={ratingsummary} />
          <PlainCommentForm productId={product.productid} refused={refused} />
        </>
      }
      comments={
        comments.length > 0 ? (
          <ul>
            {comments.map((comment) => (
              <li key={comment.id} className={itemStyle}>
                <CommentView comment={comment} />
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p className="text-quiet noscript:hidden">Loading comments...</p>
            <noscript>
              <p className="text-quiet">{noComments}</p>
            </noscript>
          </>
        )
      }
      questions={questions.map((question) => (
        <div key={question.id} className={itemStyle}>
          <QuestionView question={question} />
        </div>
      ))}
    />
  )
}
