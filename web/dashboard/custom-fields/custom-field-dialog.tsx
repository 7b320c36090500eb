import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import { customFields } from '#web/data/admin/operations/custom-fields.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
import { kindNameOf, subjectNames } from './custom-field-labels.ts'
import { describeStoredField } from './describe-custom-field.tsx'

interface CustomFieldDialogProps {
  field: CustomField
  onClose(): void
}

/** Changes a custom field. Its subject, key and kind are shown, because values are stored by them. */
export function CustomFieldDialog({ field, onClose }: CustomFieldDialogProps) {
  const { id, subject, key } = field
  const { update } = customFields.useChanges()
  const of = describeStoredField(field)
  return (
    <RecordDialog
      title={`Edit ${field.name}`}
      onClose={onClose}
      label="Edit custom field"
      draft={`custom field ${id}`}
      action="Save"
      of={of}
      record={field}
      reread={() => customFields.read(id)}
      update={(input, { version }) => update.mutateAsync({ id, ...input, version })}
    >
      {({ place }) => (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-xs bg-ground px-4 py-3 wrap-anywhere [&_dt]:text-quiet">
            <dt>Belongs to</dt>
            <dd>{subjectNames[subject]}</dd>
            <dt>Key</dt>
            <dd>{key}</dd>
            <dt>Kind</dt>
            <dd>{kindNameOf(field)}</dd>
          </dl>
          {of.names.map(place)}
        </>
      )}
    </RecordDialog>
  )
}
