import type { ReactNode } from 'react'
import { useCategoryChoices, useSubcategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { controlStyle } from '#web/ui/form/field.tsx'

export const filterNames = [
  'category',
  'subcategory',
  'status',
  'stock',
  'offer',
  'is_new',
  'missing',
] as const

/** The filters of the product table. */
export function ProductFilters({ table }: { table: TableState }) {
  const { data: categories = [] } = useCategoryChoices()
  const { category } = table.filters
  const { data: subcategories = [] } = useSubcategoryChoices(category)
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <Filter table={table} name="category" label="Category" also={{ subcategory: undefined }}>
        {categories.map(({ id, productcategoryname }) => (
          <option key={id} value={id}>
            {productcategoryname}
          </option>
        ))}
      </Filter>
      {category && subcategories.length > 0 && (
        <Filter table={table} name="subcategory" label="Subcategory">
          {subcategories.map(({ id, subcategoryname }) => (
            <option key={id} value={id}>
              {subcategoryname}
            </option>
          ))}
        </Filter>
      )}
      <Filter table={table} name="status" label="Status">
        <option value="live">Live</option>
        <option value="draft">Draft</option>
        <option value="archived">Archived</option>
      </Filter>
      <Filter table={table} name="stock" label="Stock">
        <option value="in">In stock</option>
        <option value="low">Low stock</option>
        <option value="out">Out of stock</option>
      </Filter>
      <Filter table={table} name="offer" label="Offer">
        <option value="1">On offer</option>
        <option value="0">No offer</option>
      </Filter>
      <Filter table={table} name="is_new" label="New">
        <option value="1">New</option>
        <option value="0">Not new</option>
      </Filter>
      <Filter table={table} name="missing" label="Missing">
        <option value="image">No image</option>
        <option value="alt">No alt text</option>
        <option value="tax">No tax class</option>
      </Filter>
      {/* The table has no header to sort by where it shows cards. */}
      <Filter table={table} name="sort" label="Sort" className="xl:hidden">
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="updated">Last updated</option>
        <option value="name">Name, A to Z</option>
        <option value="name_desc">Name, Z to A</option>
        <option value="price">Price, low to high</option>
        <option value="price_desc">Price, high to low</option>
        <option value="stock">Stock, low to high</option>
        <option value="stock_desc">Stock, high to low</option>
      </Filter>
    </div>
  )
}

interface FilterProps {
  table: TableState
  name: (typeof filterNames)[number] | 'sort'
  label: string
  /** Filters to reset with it. */
  also?: Record<string, undefined>
  className?: string
  children: ReactNode
}

function Filter({ table, name, label, also, className = '', children }: FilterProps) {
  const value = (name === 'sort' ? table.sort : table.filters[name]) ?? ''
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => table.set({ ...also, [name]: target.value })}
      className={`${controlStyle} px-2.5! field-sizing-content w-auto! max-w-full grow cursor-pointer sm:grow-0 ${value && name !== 'sort' ? 'border-ink! font-medium' : ''} ${className}`}
    >
      {name !== 'sort' && <option value="">{label}: all</option>}
      {children}
    </select>
  )
}
