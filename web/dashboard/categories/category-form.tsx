import { createCategoryInput, type AdminCategory } from '#contract/catalog/admin/category.ts'
import { links } from '#contract/links.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { useTaxClasses } from '#web/data/admin/tax.ts'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { DescribedForm } from '../record-form/described-form.tsx'
import { handle, image, ownHandle, select, text } from '../record-form/fields.tsx'

interface CategoryFields extends Pick<ListFormProps<AdminCategory>, 'firstField'> {
  category: AdminCategory | undefined
  classes: readonly { code: string; name: string }[]
}

const describeCategory = ({ category, classes, firstField }: CategoryFields) =>
  describeForm(createCategoryInput, {
    productcategoryname: text('Category Name', { auditName: 'name', ref: firstField, maxLength: 200 }),
    slug: ownHandle(category && links.listing(category.slug)),
    taxclass: select(
      'Tax class',
      [['', 'The class of the shop'], ...classes.map(({ code, name }) => [code, name] as const)],
      { auditName: 'taxClass', required: false, initial: '', keepsStored: true },
    ),
    sizeguide: handle('Size guide', {
      auditName: 'sizeGuide',
      hint: 'The URL handle of the page with your sizes, such as size-guide. Its products link to it.',
    }),
    productcategoryimage: image('Category Image', {
      auditName: 'image',
      hint: 'JPEG, PNG, WebP, AVIF or GIF, up to 20 MB',
      required: !category,
      shape: 'square',
      current: category?.image && <Thumbnail image={category.image} />,
    }),
  })

/** Adds a category or edits one. */
export function CategoryForm({ row: category, onDone, firstField }: ListFormProps<AdminCategory>) {
  const { create, update } = categories.useChanges()
  const id = category?.id ?? 0
  const { data: classes = [] } = useTaxClasses()
  const title = category ? 'Edit Category' : 'Add Category'
  return (
    <FormCard title={title} focused={category !== undefined}>
      <DescribedForm
        label={title}
        draft={`category ${category?.id ?? 'new'}`}
        action={category ? 'Update Category' : 'Add Category'}
        of={describeCategory({ category, classes, firstField })}
        alertIfInvalid
        check={({ productcategoryname }, files) => {
          if (!productcategoryname?.trim())
            return { path: 'productcategoryname', message: 'Category name is required!' }
          if (!category && !files['productcategoryimage'])
            return { path: 'productcategoryimage', message: 'Please upload an image!' }
          return undefined
        }}
        record={category}
        reread={() => categories.read(id)}
        create={(input, files) => create.mutateAsync({ ...input, files })}
        update={(input, { version }, files) => update.mutateAsync({ ...input, id, version, files })}
        onSaved={onDone}
        onCancel={category && onDone}
      />
    </FormCard>
  )
}
