import { gstParts } from '#server/modules/pricing/index.ts'
import type { OrderLineRow } from './order.queries.ts'

/** What an amount is worth without GST, and its GST in one part or two. Minor units. */
export interface Taxed {
  taxable: number
  parts: number[]
  tax: number
}

/** The GST of a line, from what was computed when it was ordered; the total is all of it. */
export function taxedOf({ total, tax }: Pick<OrderLineRow, 'total' | 'tax'>, parts: 1 | 2): Taxed {
  return { taxable: total - tax, parts: gstParts(tax, parts), tax }
}

/** The lines summed by their rate in hundredths of a percent, the lowest first, and all of them. */
export function taxedByRate(
  lines: readonly Pick<OrderLineRow, 'gst' | 'total' | 'tax'>[],
  parts: 1 | 2,
): { rates: (Taxed & { gst: number })[]; all: Taxed } {
  const nothing: Taxed = { taxable: 0, parts: gstParts(0, parts), tax: 0 }
  const add = (sum: Taxed, one: Taxed): Taxed => ({
    taxable: sum.taxable + one.taxable,
    parts: sum.parts.map((part, at) => part + (one.parts[at] ?? 0)),
    tax: sum.tax + one.tax,
  })
  const sumOf = (some: typeof lines) => some.map((line) => taxedOf(line, parts)).reduce(add, nothing)
  const byRate = [...Map.groupBy(lines, ({ gst }) => gst)].toSorted(([a], [b]) => a - b)
  return { rates: byRate.map(([gst, some]) => ({ gst, ...sumOf(some) })), all: sumOf(lines) }
}
