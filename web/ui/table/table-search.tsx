import { useEffect, useState } from 'react'
import type { TableState } from './use-table-state.ts'
import { controlStyle } from '../form/field.tsx'

/** The search box of a table. It searches while the person types, and at once on Enter. */
export function TableSearch({ label, table }: { label: string; table: TableState }) {
  const [text, setText] = useState(table.q)
  const [appliedQuery, setAppliedQuery] = useState(table.q)
  // Browser navigation changes the query from outside.
  if (appliedQuery !== table.q) {
    setAppliedQuery(table.q)
    if (text.trim() !== table.q) setText(table.q)
  }
  useEffect(() => {
    if (text.trim() === table.q) return
    const timer = setTimeout(() => table.set({ q: text.trim() }, { replace: true }), 300)
    return () => clearTimeout(timer)
  }, [text, table])

  return (
    <form
      role="search"
      className="min-w-0 grow sm:max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        table.set({ q: text.trim() })
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        className={controlStyle}
      />
    </form>
  )
}
