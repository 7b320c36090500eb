import { toMajor } from '#server/modules/pricing/index.ts'
import type { NameOf } from './names.queries.ts'
import type { Field, Say } from './revertible.ts'

/** How a shop writes amounts and moments. */
export interface ShopWords {
  currency: string
  locale: string
  timeZone: string
}

/** Longer texts are cut: the journal's list is for seeing what happened, the record itself for reading. */
const longest = 2000

export function sayIn({ currency, locale, timeZone }: ShopWords, nameOf: NameOf): Say {
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return {
    money: (minor) => amounts.format(toMajor(minor, currency)),
    moment: (iso) => moments.format(new Date(iso)),
    nameOf,
  }
}

/** A value in lines; none where it is empty. */
export function wordsOf(field: Field | undefined, value: unknown, say: Say): string[] {
  const said = field?.words?.(value, say) ?? plainWords(value)
  return said.map((line) => (line.length > longest ? `${line.slice(0, longest)}…` : line))
}

function plainWords(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (Array.isArray(value)) return value.flatMap(plainWords)
  return [JSON.stringify(value)]
}
