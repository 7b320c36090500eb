import { sql } from 'kysely'
import type { Order, Sql } from './product-filter.ts'

/** Where a list goes on. */
interface Mark {
  /** How many products of the list stand before it. */
  passed: number
  /** The last of them; its key as text. */
  last: Place
}

interface Place {
  key: string
  id: number
}

/**
 * Places in one list, in one order, that were seen when its pages were read. A far page begins at the nearest place before it
 * instead of reading past everything: who leafs on, or a search engine, never reads past more than a thousand products. The
 * places hold as long as nothing in the list changes.
 */
export interface PageMarks {
  /** Notes which product is the last of so many. */
  note(passed: number, last: Place): void
  /** The nearest place that is known at or before `offset`. */
  before(offset: number): Mark | undefined
}

/** Keeps one place every `step` products. */
export function pageMarks(step = 1000): PageMarks {
  const marks = new Map<number, Mark>()
  return {
    note(passed, last) {
      const number = Math.floor(passed / step)
      if (number > 0 && !marks.has(number)) marks.set(number, { passed, last })
    },
    before(offset) {
      for (let number = Math.floor(offset / step); number > 0; number--) {
        const mark = marks.get(number)
        if (mark && mark.passed <= offset) return mark
      }
      return undefined
    },
  }
}

/** What stands behind a place in an order, over `product as p`. */
export function behind({ key, descending }: Order, { key: value, id }: Place): Sql {
  return sql`(${key}, p.id) ${sql.raw(descending ? '<' : '>')} (${value}, ${id})`
}
