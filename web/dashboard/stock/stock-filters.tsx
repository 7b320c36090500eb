import type { TableState } from '#web/ui/table/use-table-state.ts'
import { SortFilter, TableFilter } from '#web/ui/table/table-filter.tsx'

/** The filters of the stock table, and its order where cards have no header to sort by. */
export function StockFilters({ table }: { table: TableState<'level'> }) {
  return (
    <>
      <TableFilter
        table={table}
        name="level"
        label="Level"
        className="w-36 grow sm:w-44 sm:grow-0"
        options={[
          ['', 'Any level'],
          ['low', 'Low'],
          ['out', 'Sold out'],
          ['reserved', 'Reserved'],
        ]}
      />
      <SortFilter
        table={table}
        className="w-36 grow sm:w-44 sm:grow-0"
        options={[
          ['name', 'Name, A to Z'],
          ['name_desc', 'Name, Z to A'],
          ['available', 'Available, low to high'],
          ['available_desc', 'Available, high to low'],
          ['on_hand', 'On hand, low to high'],
          ['on_hand_desc', 'On hand, high to low'],
        ]}
      />
    </>
  )
}
