import type { TableState } from './use-table-state.ts'
import { Icon } from '../icon.tsx'
import { ariaSort, type Column } from './column.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  table: TableState
  /** The checkbox that selects all rows of the page. */
  selectAll?: React.ReactNode
}

/** A sticky table header whose sortable columns are buttons. */
export function TableHead<Row>({ columns, table, selectAll }: TableHeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-10 bg-page cards:sr-only">
      <tr>
        {selectAll && <th className="h-row w-10 px-2 py-0">{selectAll}</th>}
        {columns.map((column) => {
          const sorted = ariaSort(column, table.sort)
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sorted}
              className={`h-row border-b border-line px-3 py-0 text-sm whitespace-nowrap font-medium text-quiet ${column.align === 'end' ? 'text-right' : 'text-left'}`}
            >
              {column.sort ? (
                <button
                  type="button"
                  onClick={() => table.set({ sort: otherOrder(column.sort, table.sort) })}
                  className="inline-flex min-h-8 cursor-pointer items-center gap-1 hover:text-ink"
                >
                  {column.name}
                  <Icon
                    name="down"
                    className={`size-3.5 ${sorted ? 'text-ink' : 'opacity-0'} ${sorted === 'ascending' ? 'rotate-180' : ''}`}
                  />
                </button>
              ) : (
                column.name
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const otherOrder = ([first, second]: readonly [string, string] = ['', ''], order: string | undefined) =>
  order === first ? second : first
