import { useState } from 'react'
import type { Column } from './column.ts'

/** Whether somebody shows or hides a column. A column without an entry is as it is by default, also one that is new. */
type Choice = Readonly<Record<string, boolean>>

/** The visible columns of a table. The browser stores the choice by the table's name. */
export function useColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const key = `columns ${table}`
  // By key, because one page may show several tables in turn, in the same place.
  const [chosen, setChosen] = useState<Record<string, Choice>>({})
  const choice = chosen[key] ?? stored(key)
  const isShown = (column: Column<Row> | undefined) =>
    column !== undefined && (!column.optional || (choice[column.id] ?? !column.hidden))
  const find = (id: string) => columns.find((column) => column.id === id)
  return {
    shown: columns.filter(isShown),
    isShown: (id: string) => isShown(find(id)),
    toggle(id: string) {
      const next = { ...choice, [id]: !isShown(find(id)) }
      setChosen({ ...chosen, [key]: next })
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage the choice lasts until the page is left.
      }
    },
  }
}

function stored(key: string): Choice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    // The list of hidden columns, which earlier versions stored.
    if (Array.isArray(value)) return Object.fromEntries(value.map((id) => [String(id), false]))
    const entries = Object.entries(value ?? {}).filter(([, is]) => typeof is === 'boolean')
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
