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
 * instead of reading past everything: who leafs on, or a search engine, never reads past more than `step` products. The
 * places hold as long as nothing in the list changes.
 */
export class PageMarks {
  readonly #marks = new Map<number, Mark>()
  readonly #step: number

  constructor(step = 1000) {
    this.#step = step
  }

  /** Notes which product is the last of so many. */
  note(passed: number, last: Place): void {
    const step = Math.floor(passed / this.#step)
    if (step > 0 && !this.#marks.has(step)) this.#marks.set(step, { passed, last })
  }

  /** The nearest place that is known at or before `offset`. */
  before(offset: number): Mark | undefined {
    for (let step = Math.floor(offset / this.#step); step > 0; step--) {
      const mark = this.#marks.get(step)
      if (mark && mark.passed <= offset) return mark
    }
    return undefined
  }
}

/** What stands behind a place in an order, over `product as p`. */
export function behind({ key, descending }: Order, { key: value, id }: Place): Sql {
  return sql`(${key}, p.id) ${sql.raw(descending ? '<' : '>')} (${value}, ${id})`
}
