import { useState } from 'react'
import { createCategoryInput, type AdminCategory } from '#contract/admin-category.ts'
import { useCategoryChanges } from '../../data/admin-categories.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { FormAlert } from '../shelves/form-alert.tsx'
import { FormCard } from '../shelves/form-card.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'
import { useSaving } from '../shelves/use-saving.tsx'

interface CategoryFormProps {
  /** The one to change; without, a new one. */
  category: AdminCategory | undefined
  onDone(): void
}

const image = 'productcategoryimage'

/** Adds a category, or changes one. */
export function CategoryForm({ category, onDone }: CategoryFormProps) {
  const { add, update } = useCategoryChanges()
  const { save, question } = useSaving('category', onDone)
  const [alert, setAlert] = useState('')
  const [typed, setTyped] = useState(false)
  const form = useForm({
    schema: createCategoryInput,
    check({ productcategoryname }, files) {
      if (!productcategoryname?.trim())
        return { path: 'productcategoryname', message: 'Category name is required!' }
      if (!category && !files[image]) return { path: image, message: 'Please upload an image!' }
      return undefined
    },
    onInvalid: setAlert,
    async submit(input, files) {
      if (category) {
        const { id, version } = category
        await save(id, version, (seen) => update({ ...input, id, version: seen }, files))
      } else {
        showToast('success', await add(input, files))
        onDone()
      }
    },
  })
  const leaving = useUnsavedGuard(form.ref, typed)

  return (
    <FormCard title={category ? 'Edit Category' : 'Add Category'} focused={category !== undefined}>
      <div onInput={() => setTyped(true)}>
        <Form
          form={form}
          label={category ? 'Edit Category' : 'Add Category'}
          action={category ? 'Update Category' : 'Add Category'}
          busyAction="Saving…"
          multipart
          beside={
            category && (
              <Button kind="secondary" onClick={onDone}>
                Cancel
              </Button>
            )
          }
        >
          <TextField
            {...form.field('productcategoryname')}
            label="Category Name"
            maxLength={200}
            defaultValue={category?.productcategoryname}
          />
          <PictureField
            {...form.field(image)}
            label="Category Image"
            hint="JPEG, PNG, WebP, AVIF or GIF, up to 20 MB"
            required={!category}
            shape="square"
          >
            {category?.picture && <Thumbnail picture={category.picture} />}
          </PictureField>
        </Form>
      </div>
      <FormAlert text={alert} form={form.ref} onClose={() => setAlert('')} />
      {question}
      {leaving}
    </FormCard>
  )
}
