import { useLayoutEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { failedToPost, type CommentInput } from '#web/data/comments/comments.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { PhotoField } from './photo-field.tsx'
import { StarField } from './star-field.tsx'
import { useCommentDraft } from './use-comment-draft.ts'
import { WritingField } from './writing-field.tsx'

interface CommentFormProps {
  /** The label of the submit button. */
  action: string
  /** The comment to edit; without it the form is for a new comment, with photos. */
  initial?: CommentInput
  /** Where a new comment is kept until it is posted. */
  draft?: string
  /** The form clears when the promise resolves. */
  submit: (input: CommentInput, photos: readonly File[]) => Promise<unknown>
  error: Error | null
  /** Shown if the server gives no reason. */
  fallback?: string
  busy: boolean
  /** Somebody who has rated the product once cannot rate it again. */
  hasRated?: boolean
  onCancel?: () => void
}

const blank: CommentInput = { comment: '', rating: 0 }

/** The form for a new comment or for editing one: text, optional stars, and photos of a new one. */
export function CommentForm(props: CommentFormProps) {
  const { action, initial, draft, submit, error, fallback = failedToPost, busy, hasRated, onCancel } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [input, setInput] = useCommentDraft(draft, initial ?? blank)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { comment, rating } = input
  const isEdit = initial !== undefined
  useLayoutEffect(() => {
    if (isEdit) field.current?.focus()
  }, [isEdit])
  const invalid = wasSubmitted && comment.trim() === '' ? 'Please write a comment.' : undefined
  const message = invalid ?? (error && errorMessage(error, fallback))

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
      {hasRated ? (
        <p className="mb-4 text-sm text-quiet">You’ve already rated this product.</p>
      ) : (
        <StarField rating={rating} onChange={(stars) => setInput({ comment, rating: stars })} />
      )}
      <WritingField
        ref={field}
        label={isEdit ? 'Edit your comment' : 'Your comment'}
        name="comment"
        value={comment}
        onChange={(text) => setInput({ comment: text, rating })}
        invalid={invalid !== undefined}
        describedBy={message ? `${id}-error` : undefined}
      />
      {!isEdit && <PhotoField photos={photos} onChange={setPhotos} />}
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
