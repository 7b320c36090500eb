import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import { useCategoryChoices } from '#web/data/admin/catalog/catalog-choices.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CompactSelect, compactStyle } from '#web/ui/table/table-filter.tsx'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { changeFilter, readFilter } from './custom-filter.ts'
import { TypedFilter } from './typed-filter.tsx'

interface CustomFiltersProps {
  /** Those that the table can be filtered by. */
  fields: readonly CustomField[]
  table: TableState<'custom'>
}

/** The filters of a table by custom fields. */
export function CustomFilters({ fields, table }: CustomFiltersProps) {
  const filter = readFilter(table.filters.custom)
  const set = (key: string, value: string) => table.set({ custom: changeFilter(filter, key, value) })
  return (
    <>
      {fields.map((field) => (
        <FieldFilter
          key={field.key}
          field={field}
          value={filter.get(field.key) ?? ''}
          onChange={(value) => set(field.key, value)}
        />
      ))}
      {/* A link may name a field that has no filter. It can be removed nevertheless. */}
      {[...filter]
        .filter(([key]) => !fields.some((field) => field.key === key))
        .map(([key, value]) => (
          <button key={key} type="button" onClick={() => set(key, '')} className={compactStyle(true)}>
            {key}: {value}
            <span className="sr-only">: remove filter</span>
            <Icon name="close" className="ml-2 inline size-4" />
          </button>
        ))}
    </>
  )
}

interface FieldFilterProps {
  field: CustomField
  value: string
  onChange(value: string): void
}

function FieldFilter({ field, value, onChange }: FieldFilterProps) {
  const { kind, target, choices } = field
  const select = { field, value, onChange }
  if (kind === 'choice') return <Select {...select} options={choices.map((one) => [one, one] as const)} />
  if (kind === 'yes_no') return <Select {...select} options={yesOrNo} />
  if (kind === 'reference' && target === 'category') return <CategoryFilter {...select} />
  return <TypedFilter field={field} value={value} onChange={onChange} />
}

const yesOrNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

function CategoryFilter(props: FieldFilterProps) {
  const { data: categories = [] } = useCategoryChoices()
  return (
    <Select
      {...props}
      options={categories.map(({ id, productcategoryname }) => [String(id), productcategoryname] as const)}
    />
  )
}

function Select({
  field: { name },
  value,
  onChange,
  options,
}: FieldFilterProps & { options: readonly (readonly [value: string, label: string])[] }) {
  const isKnown = value === '' || options.some(([option]) => option === value)
  const offered = isKnown ? options : [[value, value] as const, ...options]
  return (
    <CompactSelect
      label={name}
      options={[
        ['', `${name}: all`],
        // Closed, "Yes" alone would not say of what.
        ...offered.map(([one, label]) => [one, one === value ? `${name}: ${label}` : label] as const),
      ]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      isSet={value !== ''}
    />
  )
}
