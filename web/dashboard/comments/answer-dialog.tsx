import { useState } from 'react'
import { z } from 'zod'
import type { ReportedComment } from '#contract/comment.ts'
import { readComment, useModeration } from '../../data/admin-comments.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { useShop } from '../../data/shop.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'

const answerInput = z.strictObject({
  answer: z.string().trim().min(1, 'An answer needs a few words').max(2000, 'At most 2,000 characters'),
})

const storedOf = ({ answer, version }: ReportedComment) => ({ answer: answer?.text ?? '', version })

/** Answers a comment as the shop, or changes or removes what was answered. */
export function AnswerDialog({ comment, onClose }: { comment: ReportedComment; onClose(): void }) {
  const shop = useShop()
  const { one } = useModeration()
  const { id, user, version } = comment
  const [start] = useState(() => storedOf(comment))
  const { save, question } = useSaving<z.input<typeof answerInput>>({
    start,
    parts: [{ name: 'Answer', fields: ['answer'] }],
    reread: async () => storedOf(await readComment(id)),
    // Theirs may be none.
    send: ({ answer }, seen) => one({ id, answer: answer || null, version: seen }),
  })
  const form = useForm({
    schema: answerInput,
    async submit(input) {
      await save(input)
      onClose()
    },
  })
  const remove = () =>
    one({ id, answer: null, version }).then(onClose, (error: Error) => showToast('error', wordsOf(error)))
  return (
    <>
      <Dialog title={`Answer ${user}`} onClose={onClose}>
        <p className="mb-4 max-h-40 overflow-auto whitespace-pre-line text-quiet wrap-anywhere">
          {comment.comment}
        </p>
        <Form
          form={form}
          label="Answer"
          action="Show answer"
          busyAction="Saving…"
          onCancel={onClose}
          beside={
            comment.answer && (
              <Button kind="quiet" onClick={() => void remove()}>
                Remove answer
              </Button>
            )
          }
        >
          <TextAreaField
            {...form.field('answer')}
            label={`Answer of ${shop.name}`}
            hint="Everybody reads it below the comment."
            defaultValue={comment.answer?.text}
          />
        </Form>
      </Dialog>
      {question}
    </>
  )
}
