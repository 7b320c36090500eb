import { useState } from 'react'
import { createSubcategoryInput, type AdminSubcategory } from '#contract/admin-subcategory.ts'
import { useSubcategoryChanges } from '../../data/admin-subcategories.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { FormAlert } from '../shelves/form-alert.tsx'
import { FormCard } from '../shelves/form-card.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'
import { useSaving } from '../shelves/use-saving.tsx'

interface SubcategoryFormProps {
  /** The one to change; without, a new one. */
  subcategory: AdminSubcategory | undefined
  categories: readonly (readonly [id: string, name: string])[]
  onDone(): void
}

const image = 'productsubcategoryimage'

/** Adds a subcategory, or changes one. */
export function SubcategoryForm({ subcategory, categories, onDone }: SubcategoryFormProps) {
  const { add, update } = useSubcategoryChanges()
  const { save, question } = useSaving('subcategory', onDone)
  const [alert, setAlert] = useState('')
  const [typed, setTyped] = useState(false)
  const form = useForm({
    schema: createSubcategoryInput,
    check({ subcategoryName, categoryId }, files) {
      if (!subcategoryName?.trim())
        return { path: 'subcategoryName', message: 'Subcategory name is required!' }
      if (!subcategory && !files[image]) return { path: image, message: 'Please upload an image!' }
      if (!categoryId) return { path: 'categoryId', message: 'Please select a category!' }
      return undefined
    },
    onInvalid: setAlert,
    async submit(input, files) {
      if (subcategory) {
        const { id, version } = subcategory
        await save(id, version, (seen) => update({ ...input, id, version: seen }, files))
      } else {
        showToast('success', await add(input, files))
        onDone()
      }
    },
  })
  const leaving = useUnsavedGuard(form.ref, typed)
  const title = subcategory ? `Edit ${subcategory.subcategoryname}` : 'Add Subcategory'

  return (
    <FormCard title={title} focused={subcategory !== undefined}>
      <div onInput={() => setTyped(true)}>
        <Form
          form={form}
          label={title}
          action={subcategory ? 'Update Subcategory' : 'Add Subcategory'}
          busyAction="Saving…"
          multipart
          beside={
            subcategory && (
              <Button kind="secondary" onClick={onDone}>
                Cancel
              </Button>
            )
          }
        >
          <TextField
            {...form.field('subcategoryName')}
            label="Subcategory Name"
            maxLength={200}
            defaultValue={subcategory?.subcategoryname}
          />
          <PictureField
            {...form.field(image)}
            label="Subcategory Image"
            hint="JPEG, PNG, WebP, AVIF or GIF, up to 20 MB"
            required={!subcategory}
            shape="square"
          >
            {subcategory?.picture && <Thumbnail picture={subcategory.picture} />}
          </PictureField>
          <SelectField
            // The choices may come after the form.
            key={categories.length}
            {...form.field('categoryId')}
            label="Parent Category"
            defaultValue={subcategory ? String(subcategory.parent_category_id) : ''}
            options={[['', 'Select Category'], ...categories]}
          />
        </Form>
      </div>
      <FormAlert text={alert} form={form.ref} onClose={() => setAlert('')} />
      {question}
      {leaving}
    </FormCard>
  )
}
