import { useState } from 'react'
import { createSubcategoryInput, type AdminSubcategory } from '#contract/catalog/admin/subcategory.ts'
import { links } from '#contract/links.ts'
import { subcategories } from '#web/data/admin/catalog/subcategories.ts'
import { ApiError } from '#web/lib/api.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

interface SubcategoryFormProps extends ListFormProps<AdminSubcategory> {
  categories: readonly (readonly [id: string, name: string])[]
}

const image = 'productsubcategoryimage'
const vanished = 'No subcategory selected for editing!'

const exists = (id: number) =>
  subcategories.read(id).then(
    () => true,
    () => false,
  )

/** A subcategory under the names of its form's fields. */
const toRecord = (row: AdminSubcategory) => ({
  subcategoryName: row.subcategoryname,
  categoryId: row.parent_category_id,
  slug: row.slug,
  sizeguide: row.sizeguide,
  version: row.version,
})

/** Adds a subcategory or edits one. */
export function SubcategoryForm(props: SubcategoryFormProps) {
  const { row: subcategory, categories, onDone, firstField } = props
  const { create, update } = subcategories.useChanges()
  const [alert, setAlert] = useState('')
  const id = subcategory?.id ?? 0
  const title = subcategory ? `Edit ${subcategory.subcategoryname}` : 'Add Subcategory'
  return (
    <FormCard title={title} focused={subcategory !== undefined}>
      <RecordForm
        label={title}
        draft={`subcategory ${subcategory?.id ?? 'new'}`}
        action={subcategory ? 'Update Subcategory' : 'Add Subcategory'}
        schema={createSubcategoryInput}
        alertIfInvalid
        check={({ subcategoryName, categoryId }, files) => {
          if (!subcategoryName?.trim())
            return { path: 'subcategoryName', message: 'Subcategory name is required!' }
          if (!subcategory && !files[image]) return { path: image, message: 'Please upload an image!' }
          if (!categoryId) return { path: 'categoryId', message: 'Please select a category!' }
          return undefined
        }}
        record={subcategory && toRecord(subcategory)}
        parts={[
          { name: 'Subcategory Name', fields: ['subcategoryName'], auditFields: ['name'] },
          { name: 'URL handle', fields: ['slug'] },
          { name: 'Size guide', fields: ['sizeguide'], auditFields: ['sizeGuide'] },
          {
            name: 'Parent Category',
            fields: ['categoryId'],
            text: ({ categoryId }) =>
              categories.find(([category]) => category === String(categoryId))?.[1] ?? 'Another category',
          },
        ]}
        image={{ name: 'Subcategory Image', field: image, auditField: 'image' }}
        reread={async () => toRecord(await subcategories.read(id))}
        create={(input, files) => create.mutateAsync({ ...input, files })}
        update={async (input, { version }, files) => {
          try {
            await update.mutateAsync({ ...input, id, version, files })
          } catch (error) {
            const isMissing = error instanceof ApiError && error.status === 404
            // Its category may be what is missing.
            if (!isMissing || (await exists(id))) throw error
            setAlert(vanished)
            throw new Error(vanished, { cause: error })
          }
        }}
        multipart
        onSaved={onDone}
        onCancel={subcategory && onDone}
      >
        {(form) => (
          <>
            <TextField
              {...form.field('subcategoryName')}
              ref={firstField}
              label="Subcategory Name"
              maxLength={200}
              defaultValue={subcategory?.subcategoryname}
            />
            <TextField
              {...form.field('slug')}
              label="URL handle"
              required={false}
              maxLength={120}
              autoCapitalize="none"
              spellCheck={false}
              hint={
                subcategory
                  ? `URL: ${links.products(subcategory.parent_category_id)}/${subcategory.parent_category_id}/${subcategory.slug}. Old URLs redirect.`
                  : 'Leave empty to generate it from the name.'
              }
              defaultValue={subcategory?.slug}
            />
            <ImageField
              {...form.field(image)}
              label="Subcategory Image"
              hint="JPEG, PNG, WebP, AVIF or GIF, up to 20 MB"
              required={!subcategory}
              shape="square"
            >
              {subcategory?.image && <Thumbnail image={subcategory.image} />}
            </ImageField>
            <SelectField
              // A default value only applies once its option is loaded.
              key={categories.length}
              {...form.field('categoryId')}
              label="Parent Category"
              defaultValue={subcategory ? String(subcategory.parent_category_id) : ''}
              options={[['', 'Select Category'], ...categories]}
            />
            <TextField
              {...form.field('sizeguide')}
              label="Size guide"
              required={false}
              maxLength={120}
              autoCapitalize="none"
              spellCheck={false}
              hint="The URL handle of the page with its sizes. Leave empty for that of the category."
              defaultValue={subcategory?.sizeguide}
            />
          </>
        )}
      </RecordForm>
      {alert && <AlertDialog text={alert} onClose={() => setAlert('')} />}
    </FormCard>
  )
}
