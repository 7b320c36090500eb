import { useState } from 'react'
import { datePresets } from '#web/lib/format/date-presets.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { ReportToolbar } from '../report-toolbar.tsx'

interface TaxFiltersProps {
  table: TableState<'by' | 'from' | 'to'>
  timeZone: string
  /** The days that the server chose where the URL names none. */
  period: { from: string; to: string } | undefined
}

/** Grouping and period of the tax report. */
export function TaxFilters({ table, timeZone, period }: TaxFiltersProps) {
  const [presets] = useState(() =>
    datePresets(new Date(), { timeZone }).filter(({ name }) => /month|quarter|year/.test(name)),
  )
  const { from = period?.from, to = period?.to } = table.filters
  const chosen = presets.find((each) => each.from === from && each.to === to)?.name ?? ''
  return (
    <ReportToolbar table={table} period={period}>
      <TableFilter
        table={table}
        name="by"
        fallback="place"
        className="min-w-0 sm:w-48"
        label="Tax by"
        options={[
          ['place', 'Place and rate'],
          ['code', 'Commodity code'],
        ]}
      />
      <SelectField
        className="min-w-0 sm:w-44"
        label="Period"
        options={[
          ...(chosen ? [] : [['', 'Own dates'] as const]),
          ...presets.map(({ name }) => [name, name] as const),
        ]}
        value={chosen}
        onChange={({ target }) => {
          const preset = presets.find(({ name }) => name === target.value)
          if (preset) table.set({ from: preset.from, to: preset.to })
        }}
      />
    </ReportToolbar>
  )
}
