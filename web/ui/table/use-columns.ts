import { useState } from 'react'
import type { Column } from './column.ts'

/** The visible columns of a table. The browser stores the choice by the table's name. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const key = `columns ${table}`
  // By key, because one page may show several tables in turn, in the same place.
  const [chosen, setChosen] = useState<Record<string, string[]>>({})
  const hidden = chosen[key] ?? stored(key) ?? columns.filter((column) => column.hidden).map(({ id }) => id)
  return {
    shown: columns.filter(({ id, optional }) => !optional || !hidden.includes(id)),
    isShown: (id: string) => !hidden.includes(id),
    toggle(id: string) {
      const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
      setChosen({ ...chosen, [key]: next })
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage the choice lasts until the page is left.
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
