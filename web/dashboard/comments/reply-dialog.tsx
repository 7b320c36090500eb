import { z } from 'zod'
import type { ReportedComment } from '#contract/comments/comment-moderation.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { readData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
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
  const moderate = useAdminCall('PATCH admin/comments/:id')
  const { id, user, version } = comment
  return (
    <RecordDialog
      title={`Reply to ${user}`}
      onClose={onClose}
      intro={<span className="block max-h-40 overflow-auto whitespace-pre-line">{comment.comment}</span>}
      label="Reply"
      draft={`reply to comment ${id}`}
      action="Publish reply"
      of={describeReply(shop.name)}
      record={storedReply(comment)}
      reread={async () => storedReply(await readData('GET admin/comments/:id', { id }))}
      // After a conflict the chosen version may be without a reply.
      update={({ answer }, base) =>
        moderate.mutateAsync({ id, answer: answer || null, version: base.version })
      }
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
  )
}
