import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { links } from '#contract/links.ts'
import { useCommentChange } from '../../../data/comments.ts'
import { useSession } from '../../../data/account/session.ts'
import { CommentForm } from './comment-form.tsx'
import { newIdempotencyKey } from '../../../lib/new-key.ts'

/** The form for a new comment, or a sign-in link for guests. */
export function NewComment({ productId }: { productId: number }) {
  const { data: user } = useSession()
  const { pathname, search } = useLocation()
  const { mutateAsync, error, isPending } = useCommentChange(productId)
  /** Once used, the form stays and keeps its text, even if the session ends. */
  const [wasUsed, setWasUsed] = useState(false)

  if (!user && !wasUsed) {
    return (
      <Link
        to={links.login(`${pathname}${search}#comments`)}
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
      >
        Sign in to comment
      </Link>
    )
  }
  return (
    <div onFocus={() => setWasUsed(true)}>
      <CommentForm
        action="Post comment"
        submit={(input) =>
          mutateAsync({ kind: 'post', userId: user?.id, key: newIdempotencyKey(), ...input })
        }
        error={error}
        busy={isPending}
      />
    </div>
  )
}
