import { useLayoutEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { failedToPost, type Words } from '../../data/comments.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { Button } from '../../ui/button.tsx'
import { StarField } from './star-field.tsx'

interface CommentFormProps {
  /** What the button says. */
  action: string
  before?: Words
  /** Resolves when it is kept; then the form is empty again. */
  submit: (words: Words) => Promise<unknown>
  error: Error | null
  /** Said where the server said nothing. */
  fallback?: string
  busy: boolean
  onCancel?: () => void
}

const most = 2000
const nearTheEnd = 200

/** Words and, where wanted, stars: for a new comment and for changing one. */
export function CommentForm({
  action,
  before,
  submit,
  error,
  fallback = failedToPost,
  busy,
  onCancel,
}: CommentFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [comment, setComment] = useState(before?.comment ?? '')
  const [rating, setRating] = useState(before?.rating ?? 0)
  const [empty, setEmpty] = useState(false)
  const changes = before !== undefined
  useLayoutEffect(() => {
    // It was opened to be written in.
    if (changes) field.current?.focus()
  }, [changes])
  const left = most - comment.length
  const wrong = empty && comment.trim() === '' ? 'Please write a few words.' : undefined
  const failed = wrong ?? (error && wordsOf(error, fallback))

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setEmpty(true)
    if (comment.trim() === '') return field.current?.focus()
    await submit({ comment: comment.trim(), rating })
    setEmpty(false)
    setComment('')
    setRating(0)
  }

  return (
    // What fails is shown by `error`.
    <form noValidate onSubmit={(event) => void onSubmit(event).catch(() => {})} className="max-w-[68ch]">
      <label htmlFor={`${id}-words`} className="mb-1.5 block font-medium">
        {changes ? 'Change your comment' : 'Your comment'}
      </label>
      <textarea
        ref={field}
        id={`${id}-words`}
        required
        rows={4}
        maxLength={most}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={failed ? `${id}-error` : undefined}
        className="block w-full rounded-xs border border-edge bg-card px-4 py-3 aria-invalid:border-danger"
      />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <StarField rating={rating} onChange={setRating} />
        {left <= nearTheEnd && (
          <p aria-hidden="true" className="text-sm text-quiet tabular">
            {left === 1 ? '1 character left' : `${left} characters left`}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {spokenRest(left)}
      </p>
      <p id={`${id}-error`} role="alert" className="mt-3 text-danger empty:mt-0">
        {failed}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'One moment...' : action}
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

/** Read out at a few marks, not at every key. */
function spokenRest(left: number): string {
  if (left === 0) return 'No characters left'
  const mark = [20, 100, nearTheEnd].find((number) => left <= number)
  return mark ? `At most ${mark} characters left` : ''
}
