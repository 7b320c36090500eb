import { useState } from 'react'
import type { z } from 'zod'
import { createSubcategoryInput, type AdminSubcategory } from '#contract/admin-subcategory.ts'
import { readSubcategory, useSubcategoryChanges } from '../../data/admin-subcategories.ts'
import { showToast } from '../../lib/toasts.ts'
import { Form } from '../../ui/form/form.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving } from '../meanwhile/use-saving.tsx'
import { FormAlert } from '../shelves/form-alert.tsx'
import { FormCard } from '../shelves/form-card.tsx'
import { Thumbnail } from '../shelves/thumbnail.tsx'

interface SubcategoryFormProps {
  /** The one to change; without, a new one. */
  subcategory: AdminSubcategory | undefined
  categories: readonly (readonly [id: string, name: string])[]
  onDone(): void
}

const image = 'productsubcategoryimage'

/** As the form sends it. */
const storedOf = ({ subcategoryname, parent_category_id, slug, version }: AdminSubcategory) => ({
  subcategoryName: subcategoryname,
  categoryId: parent_category_id,
  slug,
  version,
})
const none = { subcategoryName: '', categoryId: '', slug: '', version: 0 }

/** Adds a subcategory, or changes one. */
export function SubcategoryForm({ subcategory, categories, onDone }: SubcategoryFormProps) {
  const { add, update } = useSubcategoryChanges()
  const id = subcategory?.id ?? 0
  const { save, question } = useSaving<z.input<typeof createSubcategoryInput>>({
    start: subcategory ? storedOf(subcategory) : none,
    parts: [
      { name: 'Subcategory Name', fields: ['subcategoryName'], journal: 'name' },
      { name: 'Address', fields: ['slug'] },
      {
        name: 'Parent Category',
        fields: ['categoryId'],
        words: ({ categoryId }) =>
          categories.find(([one]) => one === String(categoryId))?.[1] ?? 'Another category',
      },
    ],
    picture: { name: 'Subcategory Image', field: image, journal: 'picture' },
    reread: async () => storedOf(await readSubcategory(id)),
    send: async (input, version, files) =>
      showToast('success', await update({ ...input, id, version }, files)),
  })
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
      if (subcategory) await save(input, files)
      else showToast('success', await add(input, files))
      onDone()
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
          onCancel={subcategory && onDone}
        >
          <TextField
            {...form.field('subcategoryName')}
            label="Subcategory Name"
            maxLength={200}
            defaultValue={subcategory?.subcategoryname}
          />
          <TextField
            {...form.field('slug')}
            label="Address"
            required={false}
            maxLength={120}
            autoCapitalize="none"
            spellCheck={false}
            hint={
              subcategory
                ? `/products/${subcategory.parent_category_id}/${subcategory.slug} leads to its products. An old address does so too.`
                : 'Empty: made from the name.'
            }
            defaultValue={subcategory?.slug}
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
