import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Comment, commentEditMinutes } from '#contract/comment.ts'
import { useCommentChange } from '../../data/comments.ts'
import { useShop } from '../../data/shop.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CommentForm } from './comment-form.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ShopAnswer } from './shop-answer.tsx'

interface CommentItemProps {
  comment: Comment
  productId: number
  /** Who looks. */
  user: CurrentUser | null | undefined
}

// As the contract has it, whose schemas stay out of the page.
const editMinutes: typeof commentEditMinutes = 15

/** One comment, with what its reader can do about it. */
export function CommentItem({ comment, productId, user }: CommentItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
  const { mutateAsync, mutate, error, isPending, reset } = useCommentChange(productId)
  const { id, rating } = comment
  const own = user !== null && user !== undefined && comment.user_id === user.id
  const fresh = useIsFresh(comment.created_at)

  function close() {
    if (open === 'edit') focusAfterWait(item.current, item.current)
    setOpen(undefined)
    reset()
  }

  /** The comment behind it gets the focus, or the one before it; else the field for a new one. */
  function remove() {
    const here = item.current
    const beside = (here?.nextElementSibling ?? here?.previousElementSibling) as
      | HTMLElement
      | null
      | undefined
    const near = beside ?? here?.parentElement?.parentElement?.querySelector('textarea')
    // What fails is said by the change itself.
    void mutateAsync({ kind: 'delete', id }).then(
      () => focusAfterWait(here, near),
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
            before={{ comment: comment.comment, rating: rating ?? 0 }}
            submit={(words) => mutateAsync({ kind: 'edit', id, ...words }).then(close)}
            error={error}
            fallback="Your comment could not be changed."
            busy={isPending}
            onCancel={close}
          />
        </div>
      ) : (
        <p className="mt-2 leading-relaxed whitespace-pre-line wrap-anywhere">{comment.comment}</p>
      )}
      {comment.answer && <ShopAnswer answer={comment.answer} />}
      {user && open !== 'edit' && (
        <p className="-mb-3 flex gap-4">
          {own && fresh && (
            <>
              <Action onClick={() => setOpen('edit')}>Edit</Action>
              <Action onClick={() => setOpen('delete')}>Delete</Action>
            </>
          )}
          {!own && <Action onClick={() => setOpen('report')}>Report</Action>}
        </p>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete your comment?"
          text="It cannot be brought back."
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

/** Whether its author may still change it. */
function useIsFresh(createdAt: string): boolean {
  const [fresh, setFresh] = useState(false)
  useEffect(() => {
    const left = Date.parse(createdAt) + editMinutes * 60_000 - Date.now()
    setFresh(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setFresh(false), left)
    return () => clearTimeout(timer)
  }, [createdAt])
  return fresh
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
          Bought here
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
