import { useId, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import type { CommentInput } from '#web/data/comments/comments.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { PhotoField } from './photo-field.tsx'
import { StarField } from './star-field.tsx'
import { useCommentDraft } from './use-comment-draft.ts'

interface CommentFormProps {
  /** A comment has stars and a new one photos; the others are texts. */
  kind: 'comment' | 'edited comment' | 'question' | 'answer'
  /** The comment to edit. */
  initial?: CommentInput
  /** Where a new text is kept until it is posted. */
  draft?: string
  /** The form clears when the promise resolves. */
  submit: (input: CommentInput, photos: readonly File[]) => Promise<unknown>
  error: Error | null
  /** Shown if the server gives no reason. */
  fallback?: string
  busy: boolean
  /** Somebody who has rated the product once cannot rate it again. */
  hasRated?: boolean
  /** For a form that opens by a press, and so takes the focus. */
  onCancel?: () => void
}

const blank: CommentInput = { comment: '', rating: 0 }

const MAX_LENGTH = 2000
/** The counter appears when no more characters than this are left. */
const COUNTER_FROM = 200

/** The form of a comment, a question or an answer, with a counter near the limit of its text. */
export function CommentForm(props: CommentFormProps) {
  const { kind, initial = blank, draft, submit, error, fallback, busy, hasRated, onCancel } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [input, setInput] = useCommentDraft(draft, initial)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { comment, rating } = input
  const isEdit = kind === 'edited comment'
  const isComment = isEdit || kind === 'comment'
  const isOpened = onCancel !== undefined
  useLayoutEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])
  const isMissing = wasSubmitted && comment.trim() === ''
  const missing = isComment ? 'Please write a comment.' : `Please write your ${kind}.`
  const message = isMissing ? missing : error && errorMessage(error, fallback)
  const charactersLeft = MAX_LENGTH - comment.length

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setWasSubmitted(true)
    if (comment.trim() === '') return field.current?.focus()
    await submit({ comment: comment.trim(), rating: hasRated ? 0 : rating }, photos)
    setWasSubmitted(false)
    setInput(blank)
    setPhotos([])
  }

  return (
    // A rejection arrives through `error`.
    <form noValidate onSubmit={(event) => void onSubmit(event).catch(() => {})} className="max-w-[68ch]">
      {isComment &&
        (hasRated ? (
          <p className="mb-4 text-sm text-quiet">You’ve already rated this product.</p>
        ) : (
          <StarField rating={rating} onChange={(stars) => setInput({ comment, rating: stars })} />
        ))}
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {isEdit ? 'Edit your comment' : `Your ${kind}`}
      </label>
      <textarea
        ref={field}
        id={id}
        name={isComment ? 'comment' : kind}
        required
        rows={4}
        maxLength={MAX_LENGTH}
        value={comment}
        onChange={({ target }) => setInput({ comment: target.value, rating })}
        aria-invalid={isMissing || undefined}
        aria-describedby={message ? `${id}-error` : undefined}
        className="block w-full rounded-xs border border-edge bg-card px-4 py-3 aria-invalid:border-danger"
      />
      {charactersLeft <= COUNTER_FROM && (
        <p aria-hidden="true" className="mt-1 text-right text-sm text-quiet tabular">
          {charactersLeft === 1 ? '1 character left' : `${charactersLeft} characters left`}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcedCount(charactersLeft)}
      </p>
      {kind === 'comment' && (
        <div className="mt-4">
          <PhotoField photos={photos} onChange={setPhotos} />
        </div>
      )}
      <p id={`${id}-error`} role="alert" className="mt-3 text-danger empty:mt-0">
        {message}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Posting…' : isEdit ? 'Save comment' : `Post ${kind}`}
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

/** Announced at a few thresholds, not at every key. */
function announcedCount(left: number): string {
  if (left === 0) return 'No characters left'
  const threshold = [20, 100, COUNTER_FROM].find((number) => left <= number)
  return threshold ? `${threshold} characters left` : ''
}
