import { useState } from 'react'
import { createSubcategoryInput, type AdminSubcategory } from '#contract/catalog/admin/subcategory.ts'
import { links } from '#contract/links.ts'
import { subcategories } from '#web/data/admin/catalog/subcategories.ts'
import { ApiError } from '#web/lib/api.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { handle, image, ownHandle, select, text } from '../record-form/fields.tsx'

interface SubcategoryFormProps extends ListFormProps<AdminSubcategory> {
  categories: readonly (readonly [id: string, name: string])[]
}

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

const describeSubcategory = ({
  row,
  categories,
  firstField,
}: Pick<SubcategoryFormProps, 'row' | 'categories' | 'firstField'>) =>
  describeForm(createSubcategoryInput, {
    subcategoryName: text('Subcategory Name', { auditName: 'name', ref: firstField, maxLength: 200 }),
    slug: ownHandle(row && `${links.products(row.parent_category_id)}/${row.parent_category_id}/${row.slug}`),
    productsubcategoryimage: image('Subcategory Image', {
      auditName: 'image',
      hint: 'JPEG, PNG, WebP, AVIF or GIF, up to 20 MB',
      required: !row,
      shape: 'square',
      current: row?.image && <Thumbnail image={row.image} />,
    }),
    categoryId: select('Parent Category', [['', 'Select Category'], ...categories], {
      initial: '',
      other: 'Another category',
    }),
    sizeguide: handle('Size guide', {
      auditName: 'sizeGuide',
      hint: 'The URL handle of the page with its sizes. Leave empty for that of the category.',
    }),
  })

/** Adds a subcategory or edits one. */
export function SubcategoryForm(props: SubcategoryFormProps) {
  const { row: subcategory, onDone } = props
  const { create, update } = subcategories.useChanges()
  const [alert, setAlert] = useState('')
  const id = subcategory?.id ?? 0
  const title = subcategory ? `Edit ${subcategory.subcategoryname}` : 'Add Subcategory'
  return (
    <FormCard title={title} focused={subcategory !== undefined}>
      <DescribedForm
        label={title}
        draft={`subcategory ${subcategory?.id ?? 'new'}`}
        action={subcategory ? 'Update Subcategory' : 'Add Subcategory'}
        of={describeSubcategory(props)}
        alertIfInvalid
        check={({ subcategoryName, categoryId }, files) => {
          if (!subcategoryName?.trim())
            return { path: 'subcategoryName', message: 'Subcategory name is required!' }
          if (!subcategory && !files['productsubcategoryimage'])
            return { path: 'productsubcategoryimage', message: 'Please upload an image!' }
          if (!categoryId) return { path: 'categoryId', message: 'Please select a category!' }
          return undefined
        }}
        record={subcategory && toRecord(subcategory)}
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
        onSaved={onDone}
        onCancel={subcategory && onDone}
      />
      {alert && <AlertDialog text={alert} onClose={() => setAlert('')} />}
    </FormCard>
  )
}
