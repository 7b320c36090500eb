import { useLayoutEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { failedToPost, type CommentInput } from '../../../data/comments.ts'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { StarField } from './star-field.tsx'

interface CommentFormProps {
  /** The label of the submit button. */
  action: string
  initial?: CommentInput
  /** The form clears when the promise resolves. */
  submit: (input: CommentInput) => Promise<unknown>
  error: Error | null
  /** Shown if the server gives no reason. */
  fallback?: string
  busy: boolean
  onCancel?: () => void
}

const MAX_LENGTH = 2000
/** The counter appears when no more characters than this are left. */
const COUNTER_FROM = 200

/** The form for a new comment or for editing one: text and optional stars. */
export function CommentForm({
  action,
  initial,
  submit,
  error,
  fallback = failedToPost,
  busy,
  onCancel,
}: CommentFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [comment, setComment] = useState(initial?.comment ?? '')
  const [rating, setRating] = useState(initial?.rating ?? 0)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const isEdit = initial !== undefined
  useLayoutEffect(() => {
    if (isEdit) field.current?.focus()
  }, [isEdit])
  const charactersLeft = MAX_LENGTH - comment.length
  const invalid = wasSubmitted && comment.trim() === '' ? 'Please write a comment.' : undefined
  const message = invalid ?? (error && errorMessage(error, fallback))

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setWasSubmitted(true)
    if (comment.trim() === '') return field.current?.focus()
    await submit({ comment: comment.trim(), rating })
    setWasSubmitted(false)
    setComment('')
    setRating(0)
  }

  return (
    // A rejection arrives through `error`.
    <form noValidate onSubmit={(event) => void onSubmit(event).catch(() => {})} className="max-w-[68ch]">
      <label htmlFor={`${id}-text`} className="mb-1.5 block font-medium">
        {isEdit ? 'Edit your comment' : 'Your comment'}
      </label>
      <textarea
        ref={field}
        id={`${id}-text`}
        required
        rows={4}
        maxLength={MAX_LENGTH}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={message ? `${id}-error` : undefined}
        className="block w-full rounded-xs border border-edge bg-card px-4 py-3 aria-invalid:border-danger"
      />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <StarField rating={rating} onChange={setRating} />
        {charactersLeft <= COUNTER_FROM && (
          <p aria-hidden="true" className="text-sm text-quiet tabular">
            {characterCount(charactersLeft)}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {announcedCount(charactersLeft)}
      </p>
      <p id={`${id}-error`} role="alert" className="mt-3 text-danger empty:mt-0">
        {message}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Posting…' : action}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

const characterCount = (left: number) => (left === 1 ? '1 character left' : `${left} characters left`)

/** Announced at a few thresholds, not at every key. */
function announcedCount(left: number): string {
  if (left === 0) return 'No characters left'
  const threshold = [20, 100, COUNTER_FROM].find((number) => left <= number)
  return threshold ? `${threshold} characters left` : ''
}
