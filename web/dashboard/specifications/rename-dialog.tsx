import { z } from 'zod'
import { createSpecificationInput, type AdminSpecification } from '#contract/catalog/admin-specification.ts'
import { specifications } from '../../data/admin/catalog/specifications.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

interface RenameDialogProps {
  specification: AdminSpecification
  onClose(): void
}

const schema = z.object({
  specificationName: z.union([z.literal(''), createSpecificationInput.shape.specificationName]),
})

/** Renames a specification. An empty name keeps the current one, as the specification asks. */
export function RenameDialog({ specification, onClose }: RenameDialogProps) {
  const { specificationid } = specification
  const { update } = specifications.useChanges()
  return (
    <Dialog title={`Edit ${specification.specificationName}`} onClose={onClose}>
      <RecordForm
        label="Edit specification"
        draft={`specification ${specificationid}`}
        action="Save name"
        schema={schema}
        read={({ specificationName = '' }) => ({ specificationName: specificationName.trim() })}
        record={specification}
        parts={[{ name: 'Name', fields: ['specificationName'], auditFields: ['name'] }]}
        reread={() => specifications.read(specificationid)}
        update={async ({ specificationName }, { version }) => {
          if (specificationName) await update.mutateAsync({ specificationid, specificationName, version })
        }}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <TextField
            {...form.field('specificationName')}
            label="New specification name"
            required={false}
            maxLength={200}
            hint="Leave empty to keep the current name."
            defaultValue={specification.specificationName}
          />
        )}
      </RecordForm>
    </Dialog>
  )
}
