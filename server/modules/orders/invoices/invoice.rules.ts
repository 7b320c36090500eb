import type { OrderLineRow } from '../orders/order.queries.ts'

/** An amount without GST, and its GST in one or two parts. Minor units. */
export interface TaxedAmount {
  taxable: number
  parts: number[]
  tax: number
}

/** The GST of a line as it was calculated when the order was placed. */
export function taxOf({ total, tax }: Pick<OrderLineRow, 'total' | 'tax'>, parts: 1 | 2): TaxedAmount {
  return { taxable: total - tax, parts: gstParts(tax, parts), tax }
}

/** The lines totalled by GST rate (hundredths of a percent, lowest first), and the total of all. */
export function taxByRate(
  lines: readonly Pick<OrderLineRow, 'gst' | 'total' | 'tax'>[],
  parts: 1 | 2,
): { rates: (TaxedAmount & { gst: number })[]; total: TaxedAmount } {
  const zero: TaxedAmount = { taxable: 0, parts: gstParts(0, parts), tax: 0 }
  const add = (a: TaxedAmount, b: TaxedAmount): TaxedAmount => ({
    taxable: a.taxable + b.taxable,
    parts: a.parts.map((part, index) => part + (b.parts[index] ?? 0)),
    tax: a.tax + b.tax,
  })
  const sumOf = (some: typeof lines) => some.map((line) => taxOf(line, parts)).reduce(add, zero)
  const byRate = [...Map.groupBy(lines, ({ gst }) => gst)].toSorted(([a], [b]) => a - b)
  return { rates: byRate.map(([gst, some]) => ({ gst, ...sumOf(some) })), total: sumOf(lines) }
}

/**
 * Splits GST (minor units) into one part (IGST) or two halves (CGST and SGST). The first half is rounded up, the second is
 * the rest, so the parts always add up to the tax.
 */
function gstParts(tax: number, parts: 1 | 2): number[] {
  const half = Math.ceil(tax / 2)
  return parts === 1 ? [tax] : [half, tax - half]
}
