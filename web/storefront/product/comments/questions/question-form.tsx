import { useId, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { useQuestionChange } from '#web/data/comments/questions.ts'
import { errorMessage } from '#web/lib/api.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'
import { Button } from '#web/ui/button.tsx'
import { useCommentDraft } from '../form/use-comment-draft.ts'
import { WritingField } from '../form/writing-field.tsx'

interface QuestionFormProps {
  productId: number
  /** The question to answer; without it the form is for a new question. */
  questionId?: number
  onClose(): void
}

/** Asks a question about a product, or answers one. */
export function QuestionForm({ productId, questionId, onClose }: QuestionFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutateAsync, error, isPending } = useQuestionChange(productId)
  const noun = questionId === undefined ? 'question' : 'answer'
  const [{ comment: text }, setInput] = useCommentDraft(`${noun} ${questionId ?? productId}`, {
    comment: '',
    rating: 0,
  })
  const setText = (comment: string) => setInput({ comment, rating: 0 })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  /** A repeated text keeps its key, because its answer may have been lost. */
  const key = useRef({ text: '', key: '' })
  useLayoutEffect(() => field.current?.focus(), [])
  const invalid = wasSubmitted && text.trim() === '' ? `Please write your ${noun}.` : undefined
  const message = invalid ?? (error && errorMessage(error))

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending) return
    setWasSubmitted(true)
    if (text.trim() === '') return field.current?.focus()
    if (key.current.text !== text.trim()) key.current = { text: text.trim(), key: newIdempotencyKey() }
    await mutateAsync({ ...key.current, questionId })
    setText('')
    onClose()
  }

  return (
    // A rejection arrives through `error`.
    <form noValidate onSubmit={(event) => void onSubmit(event).catch(() => {})}>
      <WritingField
        ref={field}
        label={`Your ${noun}`}
        name={noun}
        value={text}
        onChange={setText}
        invalid={invalid !== undefined}
        describedBy={message ? `${id}-error` : undefined}
      />
      <p id={`${id}-error`} role="alert" className="mt-3 text-danger empty:mt-0">
        {message}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Posting…' : `Post ${noun}`}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
