import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch(): unknown }
  /** Has the size of the content, so that nothing moves. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** The content of a query, its skeleton while loading, or a retry button after a failure. */
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
    <EmptyState icon="alert" title="We couldn’t load this" text="Check your connection and try again.">
      <Button kind="secondary" onClick={() => void refetch()}>
        Try again
      </Button>
    </EmptyState>
  )
}
