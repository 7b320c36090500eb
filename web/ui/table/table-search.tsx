import { useEffect, useState } from 'react'
import type { TableState } from '../../lib/use-table-state.ts'
import { controlStyle } from '../form/field.tsx'

/** The search box of a table: searches while somebody types, and at once with Enter. */
export function TableSearch({ label, table }: { label: string; table: TableState }) {
  const [text, setText] = useState(table.q)
  const [asked, setAsked] = useState(table.q)
  // Going back in the browser brings back what was searched.
  if (asked !== table.q) {
    setAsked(table.q)
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
      className="min-w-0 grow sm:max-w-xs"
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
