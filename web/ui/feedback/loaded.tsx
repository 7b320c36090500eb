import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; error?: unknown; refetch(): unknown }
  /** Has the size of the content, so that nothing moves. */
  skeleton: ReactNode
  /** Replaces a record that does not exist. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** The content of a query, its skeleton while loading, or a retry button after a failure. */
export function Loaded<T>({
  query: { data, isError, error, refetch },
  skeleton,
  missing,
  children,
}: LoadedProps<T>) {
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
  if (missing && isRefused(error, [400, 404])) return missing
  return (
    <EmptyState icon="alert" title="We couldn’t load this" text={reasonOf(error)}>
      <Button kind="secondary" onClick={() => void refetch()}>
        Try again
      </Button>
    </EmptyState>
  )
}

/** A refusal is no problem of the connection, and the server's message explains it. */
const reasonOf = (error: unknown) =>
  isRefused(error) ? error.message : 'Check your connection and try again.'

/** Whether the server refused the request: with one of these statuses, or with any 4xx. */
const isRefused = (error: unknown, statuses?: readonly number[]): error is ApiError =>
  error instanceof ApiError &&
  (statuses ? statuses.includes(error.status) : error.status >= 400 && error.status < 500)
