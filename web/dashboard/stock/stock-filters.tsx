import type { TableState } from '../../lib/use-table-state.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

/** What narrows the table of stock; and its order, for where it is shown as cards without a head. */
export function StockFilters({ table }: { table: TableState }) {
  return (
    <>
      <SelectField
        label="Level"
        className="w-36 grow sm:w-44 sm:grow-0"
        options={[
          ['', 'Any level'],
          ['low', 'Low'],
          ['out', 'Sold out'],
          ['reserved', 'Reserved'],
        ]}
        value={table.filters['level'] ?? ''}
        onChange={({ target }) => table.set({ level: target.value })}
      />
      <SelectField
        label="Sort"
        className="w-36 grow sm:w-44 sm:grow-0 xl:hidden"
        options={[
          ['name', 'Name, A to Z'],
          ['name_desc', 'Name, Z to A'],
          ['available', 'Least available first'],
          ['available_desc', 'Most available first'],
          ['on_hand', 'Least on hand first'],
          ['on_hand_desc', 'Most on hand first'],
        ]}
        value={table.sort ?? ''}
        onChange={({ target }) => table.set({ sort: target.value })}
      />
    </>
  )
}
