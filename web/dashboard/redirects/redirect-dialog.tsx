import { redirectInput, type RedirectRow } from '#contract/redirects/redirect.ts'
import { redirects } from '#web/data/admin/operations/redirects.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { text } from '../record-form/fields.tsx'

const form = describeForm(redirectInput, {
  from: text('Old path', { maxLength: 1000 }),
  to: text('New path', { maxLength: 1000 }),
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
    <Dialog title={`Edit ${redirect.from}`} onClose={onClose}>
      <DescribedForm
        label="Edit redirect"
        draft={`redirect ${id}`}
        action="Save"
        of={form}
        record={redirect}
        reread={() => redirects.read(id)}
        update={(input, { version }) => update.mutateAsync({ id, ...input, version })}
        onSaved={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}
