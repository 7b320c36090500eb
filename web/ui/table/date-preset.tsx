import { useState } from 'react'
import { datePresets } from '#web/lib/format/date-presets.ts'
import type { TableState } from './use-table-state.ts'

interface DatePresetProps {
  /** A table with the filters `from` and `to`. */
  table: TableState
  /** The shop's time zone. */
  timeZone: string
  className: string
}

/** Sets the filters `from` and `to` to a common period. */
export function DatePreset({ table, timeZone, className }: DatePresetProps) {
  const [presets] = useState(() => datePresets(new Date(), { timeZone }))
  const { from = '', to = '' } = table.filters
  const chosen = presets.find((period) => period.from === from && period.to === to)?.name
  return (
    <select
      aria-label="Period"
      value={chosen ?? (from || to ? 'own' : '')}
      onChange={({ target }) => {
        const period = presets.find(({ name }) => name === target.value)
        table.set({ from: period?.from, to: period?.to })
      }}
      className={`${className} ${chosen ? 'border-ink! font-medium' : ''}`}
    >
      <option value="">Period: all</option>
      {!chosen && (from || to) && <option value="own">Own period</option>}
      {presets.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
