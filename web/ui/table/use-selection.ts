import { useState } from 'react'
import type { Selection } from './data-table.tsx'

/** The selected rows of a table. A selection survives paging, so each row stays as it was last seen. */
export function useSelection<Row>(page: readonly Row[] | undefined, keyOf: (row: Row) => number) {
  const [rows, setRows] = useState<readonly Row[]>([])
  return {
    rows,
    selection: {
      selected: new Set(rows.map(keyOf)),
      onChange(keys) {
        const known = new Map([...rows, ...(page ?? [])].map((row) => [keyOf(row), row]))
        setRows([...known].flatMap(([key, row]) => (keys.has(key) ? [row] : [])))
      },
    } satisfies Selection,
    /** Selects these rows as well, wherever they are. */
    add: (more: readonly Row[]) =>
      setRows([...new Map([...rows, ...more].map((row) => [keyOf(row), row])).values()]),
    clear: () => setRows([]),
    /** Clears the selection except for these rows. */
    retain: (remains: (row: Row) => boolean) => setRows(rows.filter(remains)),
  }
}
