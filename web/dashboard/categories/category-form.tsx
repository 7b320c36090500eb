import { createCategoryInput, type AdminCategory } from '#contract/catalog/admin/category.ts'
import { links } from '#contract/links.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { useTaxClasses } from '#web/data/admin/tax.ts'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormCard } from '../list-page/form-card.tsx'
import type { ListFormProps } from '../list-page/list-page.tsx'
import { Thumbnail } from '../list-page/thumbnail.tsx'
import { RecordForm } from '../record-form/record-form.tsx'

const image = 'productcategoryimage'

/** Adds a category or edits one. */
export function CategoryForm({ row: category, onDone, firstField }: ListFormProps<AdminCategory>) {
  const { create, update } = categories.useChanges()
  const id = category?.id ?? 0
  const { data: classes } = useTaxClasses()
  const taxClass = category?.taxclass ?? ''
  const isUnknown = taxClass !== '' && !classes?.some(({ code }) => code === taxClass)
  const title = category ? 'Edit Category' : 'Add Category'
  return (
    <FormCard title={title} focused={category !== undefined}>
      <RecordForm
        label={title}
        draft={`category ${category?.id ?? 'new'}`}
        action={category ? 'Update Category' : 'Add Category'}
        schema={createCategoryInput}
        alertIfInvalid
        check={({ productcategoryname }, files) => {
          if (!productcategoryname?.trim())
            return { path: 'productcategoryname', message: 'Category name is required!' }
          if (!category && !files[image]) return { path: image, message: 'Please upload an image!' }
          return undefined
        }}
        record={category}
        parts={[
          { name: 'Category Name', fields: ['productcategoryname'], auditFields: ['name'] },
          { name: 'URL handle', fields: ['slug'] },
          { name: 'Tax class', fields: ['taxclass'], auditFields: ['taxClass'] },
          { name: 'Size guide', fields: ['sizeguide'], auditFields: ['sizeGuide'] },
        ]}
        image={{ name: 'Category Image', field: image, auditField: 'image' }}
        reread={() => categories.read(id)}
        create={(input, files) => create.mutateAsync({ ...input, files })}
        update={(input, { version }, files) => update.mutateAsync({ ...input, id, version, files })}
        multipart
        onSaved={onDone}
        onCancel={category && onDone}
      >
        {(form) => (
          <>
            <TextField
              {...form.field('productcategoryname')}
              ref={firstField}
              label="Category Name"
              maxLength={200}
              defaultValue={category?.productcategoryname}
            />
            <TextField
              {...form.field('slug')}
              label="URL handle"
              required={false}
              maxLength={120}
              autoCapitalize="none"
              spellCheck={false}
              hint={
                category
                  ? `URL: ${links.listing(category.slug)}. Old URLs redirect.`
                  : 'Leave empty to generate it from the name.'
              }
              defaultValue={category?.slug}
            />
            <SelectField
              {...form.field('taxclass')}
              key={classes ? 'loaded' : 'loading'}
              label="Tax class"
              required={false}
              options={[
                ['', 'The class of the shop'],
                ...(classes ?? []).map((each) => [each.code, each.name] as const),
                ...(isUnknown ? [[taxClass, taxClass] as const] : []),
              ]}
              defaultValue={taxClass}
            />
            <TextField
              {...form.field('sizeguide')}
              label="Size guide"
              required={false}
              maxLength={120}
              autoCapitalize="none"
              spellCheck={false}
              hint="The URL handle of the page with your sizes, such as size-guide. Its products link to it."
              defaultValue={category?.sizeguide}
            />
            <ImageField
              {...form.field(image)}
              label="Category Image"
              hint="JPEG, PNG, WebP, AVIF or GIF, up to 20 MB"
              required={!category}
              shape="square"
            >
              {category?.image && <Thumbnail image={category.image} />}
            </ImageField>
          </>
        )}
      </RecordForm>
    </FormCard>
  )
}
