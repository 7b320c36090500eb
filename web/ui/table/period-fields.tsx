import { TextField } from '../form/text-field.tsx'
import type { TableState } from './use-table-state.ts'

interface PeriodFieldsProps {
  table: TableState<'from' | 'to'>
  /** The days that the server chose where the URL names none. */
  period?: { from: string; to: string } | undefined
  /** The width of each field. */
  className?: string
}

/** The filters `from` and `to`: the first and the last day of a list. */
export function PeriodFields({ table, period, className = 'sm:w-44' }: PeriodFieldsProps) {
  const { from = period?.from, to = period?.to } = table.filters
  const field = (name: 'from' | 'to') => ({
    type: 'date',
    className: `min-w-0 ${className}`,
    value: { from, to }[name] ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      table.set({ from, to, [name]: target.value }, { replace: true }),
  })
  return (
    <>
      <TextField {...field('from')} label="From" max={to} />
      <TextField {...field('to')} label="To" min={from} />
    </>
  )
}
