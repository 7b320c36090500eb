import { useEffect, useEffectEvent, useState } from 'react'
import type { TableState } from './use-table-state.ts'
import { controlStyle } from '../form/field.tsx'

const PAUSE_MS = 300

/** The search box of a table. It searches once per pause in typing, and at once on Enter. */
export function TableSearch({ table }: { table: TableState }) {
  const [text, setText] = useState(table.q)
  const [appliedQuery, setAppliedQuery] = useState(table.q)
  // The last query of this box. The URL may still be on its way to it.
  const [sentQuery, setSentQuery] = useState(table.q)
  if (appliedQuery !== table.q) {
    setAppliedQuery(table.q)
    // Browser navigation and “Clear filters” change the query from outside. A query of this box leaves what has been
    // typed since.
    if (table.q !== sentQuery) {
      setSentQuery(table.q)
      setText(table.q)
    }
  }

  const search = (how?: { replace: boolean }) => {
    const q = text.trim()
    if (q === sentQuery) return
    setSentQuery(q)
    table.set({ q }, how)
  }
  const searchAfterPause = useEffectEvent(() => search({ replace: true }))
  useEffect(() => {
    const timer = setTimeout(searchAfterPause, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <form
      role="search"
      className="min-w-0 grow basis-40 sm:max-w-72"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <input
        type="search"
        aria-label={table.searchLabel}
        placeholder={table.searchLabel}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        className={controlStyle}
      />
    </form>
  )
}
