import type { ReactNode } from 'react'

/** One column of a `DataTable`. */
export interface Column<Row> {
  id: string
  /** What its head says. */
  name: string
  /** `index` counts from 1 over all pages. */
  cell(row: Row, index: number): ReactNode
  /** The orders of the list call that its head switches between: first the one that a first press gives. */
  sort?: readonly [first: string, second: string]
  /** `end` for figures. */
  align?: 'end'
  /** Can be hidden. */
  optional?: boolean
  /** Hidden until somebody asks for it. */
  hidden?: boolean
}

/** The order that a sorted head announces. A first order is ascending unless its name says otherwise. */
export function ariaSort(
  { sort }: Pick<Column<never>, 'sort'>,
  order: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (!sort || order === undefined || !sort.includes(order)) return undefined
  const falls = /(_desc|^newest|^latest)$/.test(order)
  return falls ? 'descending' : 'ascending'
}
