import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createSpecificationInput } from '#contract/admin-specification.ts'
import { useSpecificationChanges } from '../../data/admin-specifications.ts'
import { focusAfterWait } from '../../lib/focus.ts'
import { showToast } from '../../lib/toasts.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormCard } from '../shelves/form-card.tsx'

/** Adds the name of a specification. */
export function AddSpecification() {
  const { add } = useSpecificationChanges()
  const [added, setAdded] = useState(0)
  const form = useForm({
    schema: createSpecificationInput,
    read: ({ filterable, ...fields }) => ({ ...fields, filterable: filterable === 'on' }),
    async submit(input) {
      const pressed = document.activeElement
      showToast('success', await add(input))
      flushSync(() => setAdded(added + 1))
      focusAfterWait(pressed, form.ref.current?.querySelector('[name=specificationName]'))
    },
  })
  return (
    <FormCard title="Add Specification">
      <Form form={form} label="Add Specification" action="Add Specification" busyAction="Saving…">
        <TextField
          key={`name ${added}`}
          {...form.field('specificationName')}
          label="Specification Name"
          hint="Such as Material or Weight"
          maxLength={200}
        />
        <CheckboxField
          key={`filter ${added}`}
          name="filterable"
          label="Shoppers can narrow lists by its values"
        />
      </Form>
    </FormCard>
  )
}
