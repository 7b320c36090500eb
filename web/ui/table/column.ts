import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface Column<Row> {
  id: string
  name: string
  /** `index` counts from 1 over all pages. */
  cell(row: Row, index: number): ReactNode
  /** The two orders of the endpoint that the heading toggles; the first click gives the first. */
  sort?: readonly [first: string, second: string]
  /** Shows all of a long text on several lines; other cells have one line and cut it off. */
  wrap?: boolean
  /** `end` for numbers. */
  align?: 'end'
  /** Whether it can be hidden. */
  optional?: boolean
  /** Hidden by default. */
  hidden?: boolean
  /** The file of the list does not have it. */
  isOnScreenOnly?: boolean
}

/** The `aria-sort` of a heading. Orders are ascending unless their name says otherwise. */
export function ariaSort(
  { sort }: Pick<Column<never>, 'sort'>,
  order: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (!sort || order === undefined || !sort.includes(order)) return undefined
  const isDescending = /(_desc|^newest|^latest)$/.test(order)
  return isDescending ? 'descending' : 'ascending'
}
