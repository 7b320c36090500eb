import { useState } from 'react'
import type { Column } from './column.ts'

/** Which columns of a table are shown; this browser keeps the choice under the table's name. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const key = `columns ${table}`
  const [hidden, setHidden] = useState(
    () => stored(key) ?? columns.filter((column) => column.hidden).map(({ id }) => id),
  )
  return {
    shown: columns.filter(({ id, optional }) => !optional || !hidden.includes(id)),
    isShown: (id: string) => !hidden.includes(id),
    toggle(id: string) {
      const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]
      setHidden(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
  }
}

function stored(key: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}
