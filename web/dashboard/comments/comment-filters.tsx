import type { TableState } from '../../ui/table/use-table-state.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

export const commentStatusLabels = { visible: 'Visible', pending: 'Pending', hidden: 'Hidden' } as const

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: [['', 'Any status'], ...Object.entries(commentStatusLabels)],
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
    label: 'Replies',
    options: [
      ['', 'All'],
      ['false', 'No reply'],
      ['true', 'Replied'],
    ],
  },
] as const

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
