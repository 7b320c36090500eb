import type { ChangeEvent } from 'react'
import { controlStyle } from '../form/field.tsx'
import { SelectField } from '../form/select-field.tsx'
import type { Changes, TableState } from './use-table-state.ts'

type Options = readonly (readonly [value: string, label: string])[]

interface TableFilterProps<Name extends string> {
  table: TableState<Name>
  /** The parameter of the URL. */
  name: NoInfer<Name>
  label: string
  options: Options
  /** The value that stays out of the URL. */
  fallback?: string
  /** Changes that come with it, such as a filter that depends on this one. */
  also?: Changes
  className?: string
}

/** A filter of a table, as a field with a label. */
export function TableFilter<Name extends string>({ label, className, ...filter }: TableFilterProps<Name>) {
  return <SelectField label={label} className={className} options={filter.options} {...choiceOf(filter)} />
}

/** A filter of a table without a visible label, for toolbars with many. */
export function CompactFilter<Name extends string>({
  name,
  label,
  options,
  ...filter
}: TableFilterProps<Name>) {
  return (
    <CompactSelect
      {...choiceOf({ ...filter, name, options })}
      label={label}
      options={[['', `${label}: all`], ...options]}
      isSet={filter.table.filters[name] !== undefined}
      className={filter.className}
    />
  )
}

interface SortFilterProps {
  table: TableState
  options: Options
  /** Without a visible label, beside filters that have none. */
  isCompact?: boolean
  className?: string
}

/** The order of a table, where it shows cards, which have no header to sort by. */
export function SortFilter({ table, options, isCompact = false, className = '' }: SortFilterProps) {
  const select = {
    label: 'Sort',
    options,
    value: options.some(([option]) => option === table.sort) ? (table.sort ?? '') : '',
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => table.set({ sort: target.value }),
    className: `${className} xl:hidden`,
  }
  return isCompact ? <CompactSelect {...select} isSet={false} /> : <SelectField {...select} />
}

/** The value in the URL and its change. A value that is not on offer counts as the fallback. */
function choiceOf<Name extends string>({
  table,
  name,
  options,
  fallback = '',
  also,
}: Omit<TableFilterProps<Name>, 'label' | 'className'>) {
  const value = table.filters[name] ?? ''
  return {
    value: options.some(([option]) => option === value) ? value : fallback,
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      table.set({ ...also, [name]: target.value === fallback ? undefined : target.value }),
  }
}

/** The style of a control of a compact toolbar; `isSet` marks one that narrows the list. */
export const compactStyle = (isSet: boolean) =>
  `${controlStyle} px-2.5! field-sizing-content w-auto! max-w-full cursor-pointer ${isSet ? 'border-ink! font-medium' : ''}`

interface CompactSelectProps {
  label: string
  options: Options
  value: string
  onChange(event: ChangeEvent<HTMLSelectElement>): void
  isSet: boolean
  className?: string | undefined
}

/** A select of a compact toolbar. */
export function CompactSelect({ label, options, isSet, className = '', ...select }: CompactSelectProps) {
  return (
    <select aria-label={label} {...select} className={`${compactStyle(isSet)} grow sm:grow-0 ${className}`}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
