import { sql } from 'kysely'
import type { SortOrder, Sql } from './product-filter.ts'

/** The last product of a page: the value of its sort key as text, and its id. */
interface Keyset {
  key: string
  id: number
}

interface Cursor {
  /** How many products of the list precede the next page. */
  offset: number
  last: Keyset
}

/**
 * Positions in one list, in one order, remembered from the pages that were read. A far page starts at the nearest known
 * position, so a request skips at most `step` rows. The cursors expire with the list's catalog version.
 */
export interface KeysetCursors {
  /** Remembers the last of the first `offset` products. */
  add(offset: number, last: Keyset): void
  /** The nearest known cursor at or before `offset`. */
  nearest(offset: number): Cursor | undefined
}

/** Keeps one cursor per `step` products. */
export function keysetCursors(step = 1000): KeysetCursors {
  const cursors = new Map<number, Cursor>()
  return {
    add(offset, last) {
      const slot = Math.floor(offset / step)
      if (slot > 0 && !cursors.has(slot)) cursors.set(slot, { offset, last })
    },
    nearest(offset) {
      for (let slot = Math.floor(offset / step); slot > 0; slot--) {
        const cursor = cursors.get(slot)
        if (cursor && cursor.offset <= offset) return cursor
      }
      return undefined
    },
  }
}

/** The condition on `product as p` for the rows after a keyset. */
export function isAfter({ key, descending }: SortOrder, { key: value, id }: Keyset): Sql {
  return sql`(${key}, p.id) ${sql.raw(descending ? '<' : '>')} (${value}, ${id})`
}
