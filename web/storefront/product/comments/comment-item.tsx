import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/people/auth.ts'
import type { Comment, commentEditMinutes } from '#contract/people/comment.ts'
import { useCommentChange } from '../../../data/comments.ts'
import { useShop } from '../../../data/shop.ts'
import { focusAfterWait } from '../../../lib/focus.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CommentForm } from './comment-form.tsx'
import { ReportDialog } from './report-dialog.tsx'

interface CommentItemProps {
  comment: Comment
  productId: number
  /** Finds the element to focus after this comment is deleted. */
  nextFocus(): HTMLElement | null | undefined
  /** The signed-in reader, if any. */
  user: CurrentUser | null | undefined
}

// Typed by the contract without importing its schemas into the bundle.
const EDIT_MINUTES: typeof commentEditMinutes = 15

/** One comment with the actions that its reader has. */
export function CommentItem({ comment, productId, nextFocus, user }: CommentItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
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
    <li ref={item} tabIndex={-1} className="border-b border-line py-6 first:pt-0 last:border-0">
      <CommentHead comment={comment} />
      {open === 'edit' ? (
        <div className="mt-3">
          <CommentForm
            action="Save comment"
            initial={{ comment: comment.comment, rating: rating ?? 0 }}
            submit={(input) => mutateAsync({ kind: 'edit', id, ...input }).then(close)}
            error={error}
            fallback="We couldn’t update your comment. Please try again."
            busy={isPending}
            onCancel={close}
          />
        </div>
      ) : (
        <p className="mt-2 leading-relaxed whitespace-pre-line wrap-anywhere">{comment.comment}</p>
      )}
      {comment.answer && <ShopReply reply={comment.answer} />}
      {user && open !== 'edit' && (
        <p className="-mb-3 flex gap-4">
          {isOwn && isEditable && (
            <>
              <Action onClick={() => setOpen('edit')}>Edit</Action>
              <Action onClick={() => setOpen('delete')}>Delete</Action>
            </>
          )}
          {!isOwn && <Action onClick={() => setOpen('report')}>Report</Action>}
        </p>
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

function CommentHead({ comment: { user, created_at, rating, bought, edited } }: { comment: Comment }) {
  const shop = useShop()
  const date = new Intl.DateTimeFormat(shop.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-medium wrap-anywhere">{user}</span>
      <time dateTime={created_at} className="text-sm text-quiet">
        {date.format(new Date(created_at))}
      </time>
      {edited && <span className="text-sm text-quiet">edited</span>}
      {rating !== null && (
        <span className="text-sm">
          <span aria-hidden="true" className="text-warning">
            {'★'.repeat(rating).padEnd(5, '☆')}
          </span>
          <span className="sr-only">{rating} of 5</span>
        </span>
      )}
      {bought && (
        <span className="flex items-center gap-1 text-sm text-success">
          <Icon name="check" className="size-4 self-center" />
          Verified purchase
        </span>
      )}
    </p>
  )
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 cursor-pointer text-sm text-quiet underline-offset-4 hover:text-ink hover:underline"
    >
      {children}
    </button>
  )
}

/** The reply of the shop to a comment. */
function ShopReply({ reply }: { reply: NonNullable<Comment['answer']> }) {
  const shop = useShop()
  const date = new Intl.DateTimeFormat(shop.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <div className="mt-4 border-l-2 border-line pl-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{shop.name}</span>
        <time dateTime={reply.answered_at} className="text-sm text-quiet">
          {date.format(new Date(reply.answered_at))}
        </time>
      </p>
      <p className="mt-1 leading-relaxed whitespace-pre-line wrap-anywhere">{reply.text}</p>
    </div>
  )
}
