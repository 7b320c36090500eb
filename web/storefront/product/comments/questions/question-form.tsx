import { useRef } from 'react'
import type { CommentInput } from '#web/data/comments/comments.ts'
import { useQuestionChange } from '#web/data/comments/questions.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'
import { CommentForm } from '../form/comment-form.tsx'

interface QuestionFormProps {
  productId: number
  /** The question to answer; without it the form is for a new question. */
  questionId?: number
  onClose(): void
}

/** Asks a question about a product, or answers one. */
export function QuestionForm({ productId, questionId, onClose }: QuestionFormProps) {
  const { mutateAsync, error, isPending } = useQuestionChange(productId)
  const kind = questionId === undefined ? 'question' : 'answer'
  /** A repeated text keeps its key, because its answer may have been lost. */
  const last = useRef({ text: '', key: '' })

  async function submit({ comment: text }: CommentInput) {
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    await mutateAsync({ ...last.current, questionId })
    onClose()
  }

  return (
    <CommentForm
      kind={kind}
      draft={`${kind} ${questionId ?? productId}`}
      submit={submit}
      error={error}
      busy={isPending}
      onCancel={onClose}
    />
  )
}
