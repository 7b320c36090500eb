import { usePage } from '#web/data/page.ts'
import { commentsAnchor, links } from '#contract/links.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { useVote } from '#web/data/comments/own-votes.ts'
import { actionStyle } from './action.tsx'

interface HelpfulButtonProps {
  productId: number
  /** The comment or answer. */
  id: number
  author: string
  count: number
  isHelpful: boolean
  user: CurrentUser | null | undefined
}

/** Marks a comment or an answer as helpful, or takes the mark back; guests sign in first. */
export function HelpfulButton({ productId, id, author, count, isHelpful, user }: HelpfulButtonProps) {
  const { mutate } = useVote(productId)
  const { pathname, search } = usePage()
  const text = (
    <>
      Helpful{count > 0 && <span className="tabular"> ({count})</span>}
      <span className="sr-only">: {author}</span>
    </>
  )
  if (!user) {
    return (
      <a href={links.login(`${pathname}${search}#${commentsAnchor}`)} className={actionStyle}>
        {text}
      </a>
    )
  }
  return (
    <button
      type="button"
      aria-pressed={isHelpful}
      onClick={() => mutate({ id, helpful: !isHelpful })}
      className={actionStyle}
    >
      {text}
    </button>
  )
}
