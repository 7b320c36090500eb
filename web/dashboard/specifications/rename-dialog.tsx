import { z } from 'zod'
import { createSpecificationInput, type AdminSpecification } from '#contract/catalog/admin/specification.ts'
import { specifications } from '#web/data/admin/catalog/specifications.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { RecordDialog } from '../record-form/form-dialog.tsx'
import { text } from '../record-form/fields.tsx'

interface RenameDialogProps {
  specification: AdminSpecification
  onClose(): void
}

const schema = z.object({
  specificationName: z.union([z.literal(''), createSpecificationInput.shape.specificationName]),
  heading: createSpecificationInput.shape.heading,
})

/** The heading under which product pages list a specification. */
export const headingField = text('Heading on product pages', {
  required: false,
  maxLength: 100,
  hint: 'Such as Size and weight. Specifications with the same heading are listed together.',
})

const form = describeForm(schema, {
  specificationName: text<string>('New specification name', {
    auditName: 'name',
    hint: 'An empty name cancels the edit.',
    required: false,
    maxLength: 200,
    toText: (name) => name,
    fromText: (typed) => typed.trim(),
  }),
  heading: headingField,
})

/** Changes a specification's name and heading. An empty name cancels the edit, as the specification asks. */
export function RenameDialog({ specification, onClose }: RenameDialogProps) {
  const { specificationid } = specification
  const { update } = specifications.useChanges()
  return (
    <RecordDialog
      title={`Edit ${specification.specificationName}`}
      onClose={onClose}
      label="Edit specification"
      draft={`specification ${specificationid}`}
      action="Save"
      of={form}
      record={specification}
      reread={() => specifications.read(specificationid)}
      update={async ({ specificationName, heading }, { version }) => {
        if (specificationName === '') return
        await update.mutateAsync({ specificationid, specificationName, heading, version })
      }}
    />
  )
}
