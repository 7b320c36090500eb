import { z } from 'zod'
import { createSpecificationInput, type AdminSpecification } from '#contract/admin-specification.ts'
import { readSpecification, useSpecificationChanges } from '../../data/admin-specifications.ts'
import { showToast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaving } from '../meanwhile/use-saving.tsx'

interface RenameDialogProps {
  specification: AdminSpecification
  onClose(): void
}

const input = z.object({
  specificationName: z.union([z.literal(''), createSpecificationInput.shape.specificationName]),
})

/** Asks for the new name of a specification; without one nothing changes. */
export function RenameDialog({ specification, onClose }: RenameDialogProps) {
  const { specificationid } = specification
  const { update } = useSpecificationChanges()
  const { save, question } = useSaving<z.input<typeof input>>({
    start: specification,
    parts: [{ name: 'Name', fields: ['specificationName'], journal: 'name' }],
    reread: () => readSpecification(specificationid),
    send: async ({ specificationName }, version) =>
      showToast('success', await update({ specificationid, specificationName, version })),
  })
  const form = useForm({
    schema: input,
    read: ({ specificationName = '' }) => ({ specificationName: specificationName.trim() }),
    async submit(sent) {
      if (sent.specificationName) await save(sent)
      onClose()
    },
  })
  return (
    <>
      <Dialog title={`Edit ${specification.specificationName}`} onClose={onClose}>
        <Form form={form} action="Save name" busyAction="Saving…" onCancel={onClose}>
          <TextField
            {...form.field('specificationName')}
            label="New specification name"
            required={false}
            maxLength={200}
            defaultValue={specification.specificationName}
            hint="Left empty, nothing is changed."
          />
        </Form>
      </Dialog>
      {question}
    </>
  )
}
