import type { TableState } from '../../lib/use-table-state.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: [
      ['', 'Any status'],
      ['visible', 'Shown'],
      ['pending', 'Waits'],
      ['hidden', 'Hidden'],
    ],
  },
  {
    name: 'reported',
    label: 'Reports',
    options: [
      ['', 'All'],
      ['true', 'Reported'],
      ['false', 'Not reported'],
    ],
  },
  {
    name: 'answered',
    label: 'Answers',
    options: [
      ['', 'All'],
      ['false', 'Not answered'],
      ['true', 'Answered'],
    ],
  },
] as const

/** What narrows the list of comments. */
export function CommentFilters({ table }: { table: TableState }) {
  return filters.map(({ name, label, options }) => (
    <SelectField
      key={name}
      label={label}
      className="w-44"
      options={options}
      value={table.filters[name] ?? ''}
      onChange={({ target }) => table.set({ [name]: target.value })}
    />
  ))
}
