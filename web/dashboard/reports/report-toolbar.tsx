import type { ReactNode } from 'react'
import { PeriodFields } from '#web/ui/table/period-fields.tsx'
import type { TableState } from '#web/ui/table/use-table-state.ts'

interface ReportToolbarProps {
  table: TableState<'from' | 'to'>
  /** The days that the server chose where the URL names none. */
  period: { from: string; to: string } | undefined
  /** What the report shows, and in which order. */
  children?: ReactNode
}

/** The filters of a report, its period last. */
export function ReportToolbar({ table, period, children }: ReportToolbarProps) {
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      <PeriodFields table={table} period={period} />
    </div>
  )
}
