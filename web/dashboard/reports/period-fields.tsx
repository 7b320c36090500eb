import type { TableState } from '#web/ui/table/use-table-state.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

interface PeriodFieldsProps {
  table: TableState
  /** The days that the server chose where the URL names none. */
  period: { from: string; to: string } | undefined
}

/** First and last day of a report. */
export function PeriodFields({ table, period }: PeriodFieldsProps) {
  const { from = period?.from ?? '', to = period?.to ?? '' } = table.filters
  return (
    <>
      <TextField
        type="date"
        className="min-w-0 sm:w-44"
        label="From"
        value={from}
        max={to}
        onChange={({ target }) => table.set({ from: target.value, to }, { replace: true })}
      />
      <TextField
        type="date"
        className="min-w-0 sm:w-44"
        label="To"
        value={to}
        min={from}
        onChange={({ target }) => table.set({ from, to: target.value }, { replace: true })}
      />
    </>
  )
}
