import { z } from 'zod'
import { createSpecificationInput, type AdminSpecification } from '#contract/catalog/admin/specification.ts'
import { specifications } from '#web/data/admin/catalog/specifications.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { HeadingField } from './heading-field.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { custom, text } from '../record-form/fields.tsx'

interface RenameDialogProps {
  specification: AdminSpecification
  onClose(): void
}

const schema = z.object({
  specificationName: z.union([z.literal(''), createSpecificationInput.shape.specificationName]),
  heading: createSpecificationInput.shape.heading,
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
  heading: custom<string>({
    label: 'Heading on product pages',
    read: ({ name, texts }) => texts[name] ?? '',
    control: ({ name, form: { field }, value }) => <HeadingField {...field(name)} defaultValue={value} />,
  }),
})

/** Changes a specification's name and heading. An empty name cancels the edit, as the specification asks. */
export function RenameDialog({ specification, onClose }: RenameDialogProps) {
  const { specificationid } = specification
  const { update } = specifications.useChanges()
  return (
    <Dialog title={`Edit ${specification.specificationName}`} onClose={onClose}>
      <DescribedForm
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
        onSaved={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}
