import type { TableState } from '#web/ui/table/use-table-state.ts'
import { CompactFilter } from '#web/ui/table/table-filter.tsx'

export const filterNames = ['delivery', 'source', 'single'] as const

interface PackingFiltersProps {
  table: TableState<(typeof filterNames)[number]>
  methods: readonly { id: string; name: string }[]
}

/** The filters of the packing table. On small screens a disclosure saves their space. */
export function PackingFilters({ table, methods }: PackingFiltersProps) {
  const filters = (
    <>
      <CompactFilter
        table={table}
        name="delivery"
        label="Delivery"
        options={methods.map(({ id, name }) => [id, name])}
      />
      <CompactFilter
        table={table}
        name="source"
        label="Source"
        options={[
          ['shop', 'On our own pages'],
          ['agents', 'Through agents'],
        ]}
      />
      <CompactFilter table={table} name="single" label="Items" options={[['1', 'One item']]} />
    </>
  )
  return (
    <>
      <details className="relative sm:hidden">
        <summary className="flex min-h-10 cursor-pointer items-center rounded-xs border border-edge px-3">
          {table.narrowed ? 'Filtered' : 'Filter'}
        </summary>
        <div className="absolute right-0 z-10 mt-1 grid w-64 gap-2 rounded-xs border border-line bg-card p-3">
          {filters}
        </div>
      </details>
      <div className="hidden flex-wrap gap-2 sm:flex">{filters}</div>
    </>
  )
}
