import type { ReactNode } from 'react'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

interface ShortListProps<Row> {
  query: {
    data: { data: readonly Row[] } | undefined
    isError: boolean
    refetch(): unknown
  }
  /** Replaces a list without rows. */
  empty: ReactNode
  /** The height while it loads. */
  height?: string
  className?: string
  /** The `li` of a row. */
  children(row: Row): ReactNode
}

/** A list that is never long enough for search, order and pages. */
export function ShortList<Row>(props: ShortListProps<Row>) {
  const { query, empty, height = 'h-96', className = '', children } = props
  return (
    <Loaded query={query} skeleton={<Skeleton className={height} />}>
      {({ data: rows }) =>
        rows.length === 0 ? (
          empty
        ) : (
          <ul className={`divide-y divide-line ${className}`}>{rows.map(children)}</ul>
        )
      }
    </Loaded>
  )
}

/** The frame of a short list that stands in no panel. */
export const listFrame = 'rounded-xs border border-line bg-card px-4 sm:px-6'
