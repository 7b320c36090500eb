import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/identity/auth.ts'
import type { Comment, commentEditMinutes } from '#contract/comments/comment.ts'
import { useCommentChange } from '#web/data/comments/comments.ts'
import { focusAfterWait } from '#web/lib/browser/focus.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Action } from '../action.tsx'
import { CommentForm } from '../form/comment-form.tsx'
import { itemStyle } from '../comments-layout.tsx'
import { CommentView } from '../comment-view.tsx'
import { HelpfulButton } from '../helpful-button.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

interface CommentItemProps {
  comment: Comment
  productId: number
  /** Finds the element to focus after this comment is deleted. */
  nextFocus(): HTMLElement | null | undefined
  /** The signed-in reader, if any. */
  user: CurrentUser | null | undefined
  /** Whether the reader finds it helpful. */
  isHelpful: boolean
}

// Typed by the contract without importing its schemas into the bundle.
const EDIT_MINUTES: typeof commentEditMinutes = 15

/** One comment with the actions that its reader has. */
export function CommentItem({ comment, productId, nextFocus, user, isHelpful }: CommentItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
  const [photo, setPhoto] = useState<number>()
  const { mutateAsync, mutate, error, isPending, reset } = useCommentChange(productId)
  const { id, rating } = comment
  const isOwn = user !== null && user !== undefined && comment.user_id === user.id
  const isEditable = useIsEditable(comment.created_at)

  function close() {
    if (open === 'edit') focusAfterWait(item.current, item.current)
    setOpen(undefined)
    reset()
  }

  function remove() {
    const focusTarget = nextFocus()
    // The mutation itself reports a failure.
    void mutateAsync({ kind: 'delete', id }).then(
      () => focusAfterWait(item.current, focusTarget),
      () => {},
    )
  }

  return (
    <li ref={item} tabIndex={-1} className={itemStyle}>
      <CommentView comment={comment} onOpenPhoto={setPhoto}>
        {open === 'edit' && (
          <div className="mt-3">
            <CommentForm
              kind="edited comment"
              initial={{ comment: comment.comment, rating: rating ?? 0 }}
              submit={(input) => mutateAsync({ kind: 'edit', id, ...input }).then(close)}
              error={error}
              fallback="We couldn’t update your comment. Please try again."
              busy={isPending}
              onCancel={close}
            />
          </div>
        )}
      </CommentView>
      {open !== 'edit' && (
        <p className="mt-1 -mb-3 flex flex-wrap gap-x-5">
          {!isOwn && (
            <HelpfulButton
              productId={productId}
              id={id}
              author={comment.user}
              count={comment.helpful}
              isHelpful={isHelpful}
              user={user}
            />
          )}
          {isOwn && isEditable && (
            <>
              <Action onClick={() => setOpen('edit')}>Edit</Action>
              <Action onClick={() => setOpen('delete')}>Delete</Action>
            </>
          )}
          {user && !isOwn && <Action onClick={() => setOpen('report')}>Report</Action>}
        </p>
      )}
      {photo !== undefined && (
        <PhotoDialog comment={comment} start={photo} onClose={() => setPhoto(undefined)} />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete your comment?"
          text="This can’t be undone."
          confirm="Delete"
          onClose={close}
          onConfirm={remove}
        />
      )}
      {open === 'report' && (
        <ReportDialog
          error={error}
          busy={isPending}
          onClose={close}
          onReport={(reason) => mutate({ kind: 'report', id, reason }, { onSuccess: close })}
        />
      )}
    </li>
  )
}

/** Whether the author may still change a comment of that age. */
function useIsEditable(createdAt: string): boolean {
  const [isEditable, setIsEditable] = useState(false)
  useEffect(() => {
    const remainingMs = Date.parse(createdAt) + EDIT_MINUTES * 60_000 - Date.now()
    setIsEditable(remainingMs > 0)
    if (remainingMs <= 0) return
    const timer = setTimeout(() => setIsEditable(false), remainingMs)
    return () => clearTimeout(timer)
  }, [createdAt])
  return isEditable
}
