import { z } from 'zod'
import { createSpecificationInput, type AdminSpecification } from '#contract/catalog/admin/specification.ts'
import { specifications } from '#web/data/admin/catalog/specifications.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { HeadingField } from './heading-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

interface RenameDialogProps {
  specification: AdminSpecification
  onClose(): void
}

const schema = z.object({
  specificationName: z.union([z.literal(''), createSpecificationInput.shape.specificationName]),
  heading: createSpecificationInput.shape.heading,
})

/** Changes a specification's name and heading. An empty name cancels the edit, as the specification asks. */
export function RenameDialog({ specification, onClose }: RenameDialogProps) {
  const { specificationid } = specification
  const { update } = specifications.useChanges()
  return (
    <Dialog title={`Edit ${specification.specificationName}`} onClose={onClose}>
      <RecordForm
        label="Edit specification"
        draft={`specification ${specificationid}`}
        action="Save"
        schema={schema}
        read={({ specificationName = '', heading = '' }) => ({
          specificationName: specificationName.trim(),
          heading,
        })}
        record={specification}
        parts={[
          { name: 'Name', fields: ['specificationName'], auditFields: ['name'] },
          { name: 'Heading', fields: ['heading'], auditFields: ['heading'] },
        ]}
        reread={() => specifications.read(specificationid)}
        update={async ({ specificationName, heading }, { version }) => {
          if (specificationName === '') return
          await update.mutateAsync({ specificationid, specificationName, heading, version })
        }}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <TextField
              {...form.field('specificationName')}
              label="New specification name"
              required={false}
              maxLength={200}
              hint="An empty name cancels the edit."
              defaultValue={specification.specificationName}
            />
            <HeadingField {...form.field('heading')} defaultValue={specification.heading} />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}
