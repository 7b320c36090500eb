import { useEffect, useEffectEvent, useState } from 'react'
import type { CommentInput } from '#web/data/comments/comments.ts'
import { closeDraft, dropDraft, keepDraft, takeDraft } from '#web/lib/form-drafts.ts'

/**
 * What somebody types. With a `name`, this tab keeps it across a reload or a sign-in, until it is posted or they sign out.
 */
export function useCommentDraft(name: string | undefined, start: CommentInput) {
  const [input, setInput] = useState(start)
  // Not while rendering, which may happen twice: the draft is taken once.
  const restore = useEffectEvent(() => {
    const stored = name && storedDraft(name)
    if (stored) change(stored)
  })
  useEffect(() => restore(), [])

  function change(next: CommentInput) {
    setInput(next)
    if (name === undefined) return
    if (next.comment === '' && next.rating === 0) return dropDraft(name)
    keepDraft(name, { fields: { comment: next.comment, rating: String(next.rating) } })
    // Leaving the page loses nothing.
    closeDraft(name)
  }
  return [input, change] as const
}

function storedDraft(name: string): CommentInput | undefined {
  const { comment, rating } = takeDraft(name)?.fields ?? {}
  return comment === undefined ? undefined : { comment, rating: Number(rating) || 0 }
}
