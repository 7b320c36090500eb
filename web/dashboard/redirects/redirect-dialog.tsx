import type { RefObject } from 'react'
import { redirectInput, type RedirectRow } from '#contract/redirects/redirect.ts'
import { redirects } from '#web/data/admin/operations/redirects.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
import { text } from '../record-form/fields.tsx'

/** The fields of a redirect. `ref` takes the first one. */
export const describeRedirect = (ref?: RefObject<HTMLInputElement | null>) =>
  describeForm(redirectInput, {
    from: text('Old path', {
      ref,
      hint: 'Such as /old/mug. A page of your shop with this path wins.',
      maxLength: 1000,
    }),
    to: text('New path', { hint: 'Such as /products', maxLength: 1000 }),
  })

interface RedirectDialogProps {
  redirect: RedirectRow
  onClose(): void
}

/** Changes a redirect. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const { id } = redirect
  const { update } = redirects.useChanges()
  return (
    <RecordDialog
      title={`Edit ${redirect.from}`}
      onClose={onClose}
      label="Edit redirect"
      draft={`redirect ${id}`}
      action="Save"
      of={describeRedirect()}
      record={redirect}
      reread={() => redirects.read(id)}
      update={(input, { version }) => update.mutateAsync({ id, ...input, version })}
    />
  )
}
