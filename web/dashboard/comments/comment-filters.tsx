import type { TableState } from '#web/ui/table/use-table-state.ts'
import { TableFilter } from '#web/ui/table/table-filter.tsx'

export const commentKindLabels = { comment: 'Comment', question: 'Question', answer: 'Answer' } as const
export const commentStatusLabels = { visible: 'Visible', pending: 'Pending', hidden: 'Hidden' } as const

const filters = [
  {
    name: 'kind',
    label: 'Kind',
    options: [
      ['', 'All'],
      ['comment', 'Comments'],
      ['question', 'Questions'],
      ['answer', 'Answers'],
    ],
  },
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
  {
    name: 'stars',
    label: 'Stars',
    options: [
      ['', 'Any'],
      ['5', '5 stars'],
      ['4', '4 stars'],
      ['3', '3 stars'],
      ['2', '2 stars'],
      ['1', '1 star'],
    ],
  },
  {
    name: 'photos',
    label: 'Photos',
    options: [
      ['', 'All'],
      ['true', 'With photos'],
      ['false', 'Without photos'],
    ],
  },
] as const

export const commentFilterNames = filters.map(({ name }) => name)

export function CommentFilters({ table }: { table: TableState }) {
  return filters.map((filter) => <TableFilter key={filter.name} {...filter} table={table} className="w-36" />)
}
