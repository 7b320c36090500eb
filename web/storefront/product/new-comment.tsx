import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { links } from '#contract/links.ts'
import { useCommentChange } from '../../data/comments.ts'
import { useSession } from '../../data/session.ts'
import { CommentForm } from './comment-form.tsx'

/** The form for who is signed in, the way there for others. */
export function NewComment({ productId }: { productId: number }) {
  const { data: user } = useSession()
  const { pathname, search } = useLocation()
  const { mutateAsync, error, isPending } = useCommentChange(productId)
  /** Once it was used the form stays, with what is written in it. */
  const [writing, setWriting] = useState(false)

  if (!user && !writing) {
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
    <div onFocus={() => setWriting(true)}>
      <CommentForm
        action="Post comment"
        submit={(words) =>
          mutateAsync({ kind: 'post', userId: user?.id, key: crypto.randomUUID(), ...words })
        }
        error={error}
        busy={isPending}
      />
    </div>
  )
}
