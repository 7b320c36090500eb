import { useState } from 'react'
import type { z } from 'zod'
import { createCategoryInput, type AdminCategory } from '#contract/admin-category.ts'
import { links } from '#contract/links.ts'
import { readCategory, useCategoryChanges } from '../../data/admin-categories.ts'
import { showToast } from '../../lib/toasts.ts'
import { Form } from '../../ui/form/form.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { FormAlert } from '../shelves/form-alert.tsx'
import { FormCard } from '../shelves/form-card.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'

interface CategoryFormProps {
  /** The one to change; without, a new one. */
  category: AdminCategory | undefined
  onDone(): void
}

const image = 'productcategoryimage'
const none = { id: 0, productcategoryname: '', slug: '', version: 0 }

/** Adds a category, or changes one. */
export function CategoryForm({ category, onDone }: CategoryFormProps) {
  const { add, update } = useCategoryChanges()
  const { id } = category ?? none
  const { save, question } = useSaving<z.input<typeof createCategoryInput>>({
    start: category ?? none,
    parts: [
      { name: 'Category Name', fields: ['productcategoryname'], journal: 'name' },
      { name: 'Address', fields: ['slug'] },
    ],
    picture: { name: 'Category Image', field: image, journal: 'picture' },
    reread: () => readCategory(id),
    send: async (input, version, files) =>
      showToast('success', await update({ ...input, id, version }, files)),
  })
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
      if (category) await save(input, files)
      else showToast('success', await add(input, files))
      onDone()
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
          onCancel={category && onDone}
        >
          <TextField
            {...form.field('productcategoryname')}
            label="Category Name"
            maxLength={200}
            defaultValue={category?.productcategoryname}
          />
          <TextField
            {...form.field('slug')}
            label="Address"
            required={false}
            maxLength={120}
            autoCapitalize="none"
            spellCheck={false}
            hint={
              category
                ? `The page is ${links.browse(category.slug)}. An old address leads on to the new one.`
                : 'Empty: made from the name.'
            }
            defaultValue={category?.slug}
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
