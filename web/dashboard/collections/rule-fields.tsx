import type { CollectionDetail } from '#contract/catalog/admin/collection.ts'
import { categories } from '#web/data/admin/catalog/categories.ts'
import { subcategories } from '#web/data/admin/catalog/subcategories.ts'
import { useShop } from '#web/data/shop.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RuleSpecifications } from './rule-specifications.tsx'

type Rule = NonNullable<CollectionDetail['rule']>

interface RuleFieldsProps {
  rule: Rule
  onChange(rule: Rule): void
}

const sorts = [
  ['', 'Newest first'],
  ['price_asc', 'Price, low to high'],
  ['price_desc', 'Price, high to low'],
  ['name', 'Name'],
] as const

/** The conditions of a rule; a product must match all of them. */
export function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const { currency } = useShop()
  const { data: allCategories = [] } = categories.useAll()
  const { data: allSubcategories = [] } = subcategories.useAll({ sort: 'category' })
  const { productcategoryid: category, productsubcategoryid: subcategory } = rule

  /** Empty fields are no condition. */
  function set(changes: { [Name in keyof Rule]?: Rule[Name] | undefined }) {
    const conditions = Object.entries({ ...rule, ...changes }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(conditions))
  }
  const number = (text: string) => (text.trim() === '' || !(Number(text) >= 0) ? undefined : Number(text))

  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-medium">Products match all conditions</legend>
      <SelectField
        label="Category"
        required={false}
        value={category ?? ''}
        onChange={({ target }) =>
          set({ productcategoryid: number(target.value), productsubcategoryid: undefined })
        }
        options={[
          ['', 'Any'],
          ...allCategories.map((row) => [String(row.id), row.productcategoryname] as const),
        ]}
      />
      <SelectField
        label="Subcategory"
        required={false}
        disabled={!category}
        value={subcategory ?? ''}
        onChange={({ target }) => set({ productsubcategoryid: number(target.value) })}
        options={[
          ['', 'Any'],
          ...allSubcategories
            .filter((row) => row.parent_category_id === category)
            .map((row) => [String(row.id), row.subcategoryname] as const),
        ]}
      />
      <TextField
        label="Name contains"
        required={false}
        maxLength={200}
        value={rule.q ?? ''}
        onChange={({ target }) => set({ q: target.value || undefined })}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={`Price from (${currency})`}
          required={false}
          type="number"
          min={0}
          step="any"
          value={rule.minprice ?? ''}
          onChange={({ target }) => set({ minprice: number(target.value) })}
        />
        <TextField
          label={`Price to (${currency})`}
          required={false}
          type="number"
          min={0}
          step="any"
          value={rule.maxprice ?? ''}
          onChange={({ target }) => set({ maxprice: number(target.value) })}
        />
      </div>
      <RuleSpecifications rule={rule} onChange={(specs) => set({ specs })} />
      <div>
        {(
          [
            ['onsale', 'On offer'],
            ['is_new', 'Marked as new'],
            ['instock', 'In stock'],
          ] as const
        ).map(([name, label]) => (
          <CheckboxField
            key={name}
            label={label}
            checked={rule[name] === true}
            onChange={({ target }) => set({ [name]: target.checked || undefined })}
          />
        ))}
      </div>
      <SelectField
        label="Sort by"
        required={false}
        value={rule.sort ?? ''}
        onChange={({ target }) =>
          set({ sort: sorts.find(([sort]) => sort === target.value)?.[0] || undefined })
        }
        options={sorts}
      />
    </fieldset>
  )
}
