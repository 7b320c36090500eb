import type { ReactNode } from 'react'
import type { Answer, Question } from '#contract/comments/question.ts'
import { ShopReply, Written, WrittenOn } from '../comment-view.tsx'

interface QuestionViewProps {
  question: Question
  /** What the reader can do with an answer. */
  actionsOf?: ((answer: Answer) => ReactNode) | undefined
}

/** A question with the shop’s reply and the answers of buyers. */
export function QuestionView({ question, actionsOf }: QuestionViewProps) {
  const { user, created_at, edited, reply, answers } = question
  return (
    <>
      <p className="font-medium whitespace-pre-line wrap-anywhere">{question.question}</p>
      <Author user={user} at={created_at} edited={edited} />
      {reply && <ShopReply reply={reply} />}
      {answers.map((answer) => (
        <div key={answer.id} className="mt-4 border-l-2 border-line pl-4">
          <Written text={answer.answer} />
          <Author user={answer.user} at={answer.created_at} edited={answer.edited} isBuyer />
          {actionsOf?.(answer)}
        </div>
      ))}
    </>
  )
}

interface AuthorProps {
  user: string
  at: string
  edited: boolean
  isBuyer?: boolean
}

function Author({ user, at, edited, isBuyer }: AuthorProps) {
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm text-quiet">
      <span className="wrap-anywhere">{user}</span>
      {isBuyer && <span className="text-success">Verified purchase</span>}
      <WrittenOn at={at} />
      {edited && <span>edited</span>}
    </p>
  )
}
