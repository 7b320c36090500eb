import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadedProps<T> {
  /** What TanStack Query says of it. */
  query: { data: T | undefined; isError: boolean; refetch(): unknown }
  /** In the size of what is on its way. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** What was asked for; until it is here its skeleton, and where it does not come a way to try again. */
export function Loaded<T>({ query: { data, isError, refetch }, skeleton, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (!isError) {
    return (
      <>
        <p role="status" className="sr-only noscript:hidden">
          Loading...
        </p>
        {skeleton}
      </>
    )
  }
  return (
    <EmptyState icon="alert" title="This could not be loaded" text="Please check your connection.">
      <Button kind="secondary" onClick={() => void refetch()}>
        Try again
      </Button>
    </EmptyState>
  )
}
