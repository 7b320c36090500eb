import { useState } from 'react'
import { z } from 'zod'
import type { ReportedComment } from '#contract/comments/comment-moderation.ts'
import { readComment, useCommentChanges } from '#web/data/admin/comments.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

const replyInput = z.strictObject({
  answer: z.string().trim().min(1, 'Enter a reply').max(2000, 'Up to 2,000 characters'),
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
      <RecordForm
        label="Reply"
        draft={`reply to comment ${id}`}
        action="Publish reply"
        schema={replyInput}
        record={start}
        parts={[{ name: 'Reply', fields: ['answer'] }]}
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
      >
        {(form) => (
          <TextAreaField
            {...form.field('answer')}
            label={`Reply as ${shop.name}`}
            hint="Visible to everyone below the comment."
            defaultValue={comment.answer?.text}
          />
        )}
      </RecordForm>
    </Dialog>
  )
}
