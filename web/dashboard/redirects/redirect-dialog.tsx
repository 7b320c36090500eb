import { redirectInput, type RedirectRow } from '#contract/redirects/redirect.ts'
import { redirects } from '#web/data/admin/operations/redirects.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

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
      <RecordForm
        label="Edit redirect"
        draft={`redirect ${id}`}
        action="Save"
        schema={redirectInput}
        read={({ from = '', to = '' }) => ({ from, to })}
        record={redirect}
        parts={[
          { name: 'Old path', fields: ['from'], auditFields: ['from'] },
          { name: 'New path', fields: ['to'], auditFields: ['to'] },
        ]}
        reread={() => redirects.read(id)}
        update={async (input, { version }) => {
          await update.mutateAsync({ id, ...input, version })
        }}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <TextField
              {...form.field('from')}
              label="Old path"
              maxLength={1000}
              defaultValue={redirect.from}
            />
            <TextField {...form.field('to')} label="New path" maxLength={1000} defaultValue={redirect.to} />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}
