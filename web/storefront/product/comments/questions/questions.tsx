import { useState } from 'react'
import type { ProductDetail } from '#contract/catalog/product.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { commentsAnchor, links } from '#contract/links.ts'
import type { useOwnVotes } from '#web/data/comments/own-votes.ts'
import { useQuestions } from '#web/data/comments/questions.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { usePage } from '#web/data/page.ts'
import { Button } from '#web/ui/button.tsx'
import { Action } from '../action.tsx'
import { itemStyle, questionsHeading } from '../comments-layout.tsx'
import { HelpfulButton } from '../helpful-button.tsx'
import { QuestionForm } from './question-form.tsx'
import { QuestionView } from './question-view.tsx'

interface QuestionsProps {
  product: ProductDetail
  user: CurrentUser | null | undefined
  votes: ReturnType<typeof useOwnVotes>
}

/** The questions on a product: customers ask, and those who bought it answer. */
export function Questions({ product, user, votes }: QuestionsProps) {
  const { productid: productId, questions, questioncount } = product
  const query = useQuestions(productId, { data: questions, total: questioncount })
  const { pathname, search } = usePage()
  /** The question that is being answered; 0 for a new question. */
  const [writing, setWriting] = useState<number>()
  const listed = [
    ...new Map(query.data.pages.flatMap((page) => page.data).map((one) => [one.id, one])).values(),
  ]
  const focusNext = useFocus()
  function close() {
    setWriting(undefined)
    focusNext(() => document.getElementById(questionsHeading))
  }
  return (
    <>
      {listed.length === 0 && <p className="mb-4 text-quiet">Nobody has asked a question yet.</p>}
      {!user ? (
        <p className="mb-6">
          <a
            href={links.login(`${pathname}${search}#${commentsAnchor}`)}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            Sign in to ask a question
          </a>
        </p>
      ) : writing === 0 ? (
        <div className="mb-6">
          <QuestionForm productId={productId} onClose={close} />
        </div>
      ) : (
        <Button kind="secondary" className="mb-6" onClick={() => setWriting(0)}>
          Ask a question
        </Button>
      )}
      {listed.map((question) => (
        <div key={question.id} className={itemStyle}>
          <QuestionView
            question={question}
            actionsOf={({ id, user: author, user_id, helpful }) =>
              (user === null || user === undefined || user_id !== user.id) && (
                <HelpfulButton
                  productId={productId}
                  id={id}
                  author={author}
                  count={helpful}
                  isHelpful={votes?.helpful.includes(id) === true}
                  user={user}
                />
              )
            }
          />
          {votes?.bought &&
            (writing === question.id ? (
              <div className="mt-4">
                <QuestionForm productId={productId} questionId={question.id} onClose={close} />
              </div>
            ) : (
              <Action onClick={() => setWriting(question.id)}>Answer</Action>
            ))}
        </div>
      ))}
      {query.isError && !query.isFetching && (
        <p role="alert" className="mt-4 text-danger">
          We couldn’t load more questions. Please try again.
        </p>
      )}
      {query.hasNextPage && (
        <Button
          kind="secondary"
          className="mt-4"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => {
            if (!query.isFetchingNextPage) void query.fetchNextPage()
          }}
        >
          {query.isFetchingNextPage ? 'Loading questions…' : 'More questions'}
        </Button>
      )}
    </>
  )
}
