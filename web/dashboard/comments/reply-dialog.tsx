import { useState } from 'react'
import { z } from 'zod'
import type { ReportedComment } from '#contract/comments/comment-moderation.ts'
import { readComment, useCommentChanges } from '#web/data/admin/comments.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { area } from '../record-form/fields.tsx'

const replyInput = z.strictObject({
  answer: z.string().trim().min(1, 'Enter a reply').max(2000, 'Up to 2,000 characters'),
})

const describeReply = (shopName: string) =>
  describeForm(replyInput, {
    answer: area(`Reply as ${shopName}`, { hint: 'Visible to everyone below the comment.' }),
  })

const storedReply = ({ answer, version }: ReportedComment) => ({ answer: answer?.text ?? '', version })

/** Adds, edits or removes the shop's reply to a comment. */
export function ReplyDialog({ comment, onClose }: { comment: ReportedComment; onClose(): void }) {
  const shop = useShop()
  const { moderate } = useCommentChanges()
  const { id, user, version } = comment
  const [start] = useState(() => storedReply(comment))
  return (
    <Dialog title={`Reply to ${user}`} onClose={onClose}>
      <p className="mb-4 max-h-40 overflow-auto whitespace-pre-line text-quiet wrap-anywhere">
        {comment.comment}
      </p>
      <DescribedForm
        label="Reply"
        draft={`reply to comment ${id}`}
        action="Publish reply"
        of={describeReply(shop.name)}
        record={start}
        reread={async () => storedReply(await readComment(id))}
        // After a conflict the chosen version may be without a reply.
        update={({ answer }, base) =>
          moderate.mutateAsync({ id, answer: answer || null, version: base.version })
        }
        onSaved={onClose}
        onCancel={onClose}
        beside={
          comment.answer && (
            <Button
              kind="quiet"
              onClick={() => moderate.mutate({ id, answer: null, version }, { onSuccess: onClose })}
            >
              Remove reply
            </Button>
          )
        }
      />
    </Dialog>
  )
}
