import type { ProductRecord, VariantRecord } from '#server/modules/catalog/index.ts'
import type { UcpMessage } from '../errors.ts'
import type { Filters, Hints } from './input.ts'

/** The filters that the shop applies, as it stores what they compare. */
export interface Narrowing {
  /** Names or slugs, any of which matches; undefined: all. */
  categories: string[] | undefined
  /** Minor units of the shop's currency. */
  minPrice: number | undefined
  maxPrice: number | undefined
  messages: UcpMessage[]
}

/** Reads the filters. Nothing converts currencies, so a price filter in another currency is ignored with a message. */
export function narrowingOf(
  filters: Filters | undefined,
  hints: Hints | undefined,
  currency: string,
): Narrowing {
  const { categories, price } = filters ?? {}
  const isOurs = hints?.currency === undefined || hints.currency.trim().toUpperCase() === currency
  const content = `The price filter was ignored, because prices are in ${currency}.`
  return {
    // An empty list asks for nothing in particular.
    categories: categories && categories.length > 0 ? categories.map(storable).filter(isName) : undefined,
    minPrice: isOurs ? price?.min : undefined,
    maxPrice: isOurs ? price?.max : undefined,
    messages: price && !isOurs ? [{ type: 'info', code: 'price_filter_ignored', content }] : [],
  }
}

/** No category has a longer name. */
const MAX_NAME = 200
const isName = (text: string) => text.length <= MAX_NAME

/** Text that PostgreSQL can store. */
const storable = (text: string) => text.replaceAll('\0', ' ').toWellFormed().trim()

/** The variants of a product that pass the filters. */
export function narrow(
  { categories: own, variants }: ProductRecord,
  { categories, minPrice = 0, maxPrice = Infinity }: Narrowing,
): VariantRecord[] {
  const wanted = categories && new Set(categories.map((name) => name.toLowerCase()))
  const isIn = !wanted || own.some(({ name, slug }) => wanted.has(name.toLowerCase()) || wanted.has(slug))
  return isIn ? variants.filter(({ price }) => price >= minPrice && price <= maxPrice) : []
}
