import { useCategoryChoices, useSubcategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { ProductForm } from './product-draft.ts'

/** Category and subcategory. Another category clears the subcategory. */
export function CategoryFields({ form: { draft, set, error } }: { form: ProductForm }) {
  const { productcategoryid: category, productsubcategoryid: subcategory } = draft
  const { data: categories = [] } = useCategoryChoices()
  const { data: subcategories = [] } = useSubcategoryChoices(category)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        name="productcategoryid"
        label="Category"
        value={category}
        error={error('productcategoryid') && 'Select a category'}
        options={[
          ['', 'Select Category'],
          ...categories.map(({ id, productcategoryname }) => [String(id), productcategoryname] as const),
        ]}
        onChange={({ target }) => set({ productcategoryid: target.value, productsubcategoryid: '' })}
      />
      <SelectField
        name="productsubcategoryid"
        label="Subcategory"
        required={false}
        disabled={!category}
        value={subcategory}
        error={error('productsubcategoryid')}
        options={[
          ['', 'Select Subcategory'],
          ...subcategories.map(({ id, subcategoryname }) => [String(id), subcategoryname] as const),
        ]}
        onChange={({ target }) => set({ productsubcategoryid: target.value })}
      />
    </div>
  )
}
