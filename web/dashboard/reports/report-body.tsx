import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api.ts'

/** The figures of a report, or the reason why the server refuses its period. */
export function ReportBody({ error, children }: { error: Error | null; children: ReactNode }) {
  if (!(error instanceof ApiError) || error.status !== 400) return children
  return (
    <p role="alert" className="font-medium text-danger">
      {error.message}
    </p>
  )
}
