import { useEffect, useRef, useState } from 'react'
import { usePage } from '#web/data/page.ts'
import { commentFormAnchor, commentsAnchor, links } from '#contract/links.ts'
import { failedToPost, useCommentChange, type CommentInput } from '#web/data/comments/comments.ts'
import { useSession } from '#web/data/account/session.ts'
import { newIdempotencyKey } from '#web/lib/new-key.ts'
import { CommentForm } from './comment-form.tsx'

/** The form for a new comment, or a sign-in link for guests. */
export function NewComment({ productId, hasRated }: { productId: number; hasRated: boolean }) {
  const { data: user } = useSession()
  const { pathname, search } = usePage()
  const { mutateAsync, error, isPending } = useCommentChange(productId)
  /** Once used, the form stays and keeps its text, even if the session ends. */
  const [wasUsed, setWasUsed] = useState(false)
  const postOnce = useSameKey()
  const area = useRef<HTMLDivElement>(null)
  const isWanted = location.hash === `#${commentFormAnchor}`
  const isKnown = user !== undefined
  useEffect(() => {
    if (!isWanted || !isKnown) return
    area.current?.scrollIntoView({ block: 'center' })
    area.current?.querySelector<HTMLElement>('textarea, a')?.focus({ preventScroll: true })
  }, [isWanted, isKnown])

  return (
    <div ref={area} onFocus={() => setWasUsed(Boolean(user) || wasUsed)}>
      {user || wasUsed ? (
        <CommentForm
          kind="comment"
          draft={`comment on product ${productId}`}
          submit={(input, photos) =>
            postOnce([input, photos], (key) =>
              mutateAsync({ kind: 'post', userId: user?.id, key, photos, ...input }),
            )
          }
          error={error}
          fallback={failedToPost}
          busy={isPending}
          hasRated={hasRated}
        />
      ) : (
        <a
          href={links.login(`${pathname}${search}${isWanted ? location.hash : `#${commentsAnchor}`}`)}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Sign in to comment
        </a>
      )}
    </div>
  )
}

type Content = readonly [input: CommentInput, photos: readonly File[]]

/** Sends the same comment with the same Idempotency-Key until it is posted, because an answer may be lost on its way. */
function useSameKey() {
  const last = useRef<{ content: Content; key: string }>(null)
  return async <T,>([input, photos]: Content, post: (key: string) => Promise<T>): Promise<T> => {
    const before = last.current?.content
    const isSame =
      before?.[0].comment === input.comment && before[0].rating === input.rating && before[1] === photos
    if (!isSame || !last.current) last.current = { content: [input, photos], key: newIdempotencyKey() }
    const answer = await post(last.current.key)
    last.current = null
    return answer
  }
}
