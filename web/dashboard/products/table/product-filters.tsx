import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import { useCategoryChoices, useSubcategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { CustomFilters } from '#web/dashboard/custom-fields/table/custom-filters.tsx'
import { CompactFilter, SortFilter } from '#web/ui/table/table-filter.tsx'

export const filterNames = [
  'category',
  'subcategory',
  'status',
  'stock',
  'offer',
  'is_new',
  'missing',
  'custom',
] as const

interface ProductFiltersProps {
  table: TableState<(typeof filterNames)[number]>
  customFields: readonly CustomField[]
}

/** The filters of the product table. */
export function ProductFilters({ table, customFields }: ProductFiltersProps) {
  const { data: categories = [] } = useCategoryChoices()
  const { category } = table.filters
  const { data: subcategories = [] } = useSubcategoryChoices(category)
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <CompactFilter
        table={table}
        name="category"
        label="Category"
        also={{ subcategory: undefined }}
        options={categories.map(({ id, productcategoryname }) => [String(id), productcategoryname])}
      />
      {category && subcategories.length > 0 && (
        <CompactFilter
          table={table}
          name="subcategory"
          label="Subcategory"
          options={subcategories.map(({ id, subcategoryname }) => [String(id), subcategoryname])}
        />
      )}
      {fixedFilters.map((filter) => (
        <CompactFilter key={filter.name} {...filter} table={table} />
      ))}
      <CustomFilters fields={customFields} table={table} />
      <SortFilter table={table} isCompact options={orders} />
    </div>
  )
}

const fixedFilters = [
  {
    name: 'status',
    label: 'Status',
    options: [
      ['live', 'Live'],
      ['draft', 'Draft'],
      ['archived', 'Archived'],
    ],
  },
  {
    name: 'stock',
    label: 'Stock',
    options: [
      ['in', 'In stock'],
      ['low', 'Low stock'],
      ['out', 'Out of stock'],
    ],
  },
  {
    name: 'offer',
    label: 'Offer',
    options: [
      ['1', 'On offer'],
      ['0', 'No offer'],
    ],
  },
  {
    name: 'is_new',
    label: 'New',
    options: [
      ['1', 'New'],
      ['0', 'Not new'],
    ],
  },
  {
    name: 'missing',
    label: 'Missing',
    options: [
      ['image', 'No image'],
      ['alt', 'No alt text'],
      ['tax', 'No tax class'],
    ],
  },
] as const

const orders = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['updated', 'Last updated'],
  ['name', 'Name, A to Z'],
  ['name_desc', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['price_desc', 'Price, high to low'],
  ['stock', 'Stock, low to high'],
  ['stock_desc', 'Stock, high to low'],
] as const
