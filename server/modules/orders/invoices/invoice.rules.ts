import type { OrderStatus } from '#contract/orders/order.ts'
import type { DeliveryTax } from '#server/modules/pricing/index.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'

/** Whether an order has a pro forma invoice: nothing is paid, and its invoice is not issued. */
export const hasProForma = (
  { status, paid }: { status: OrderStatus; paid: number },
  hasInvoice: boolean,
): boolean => paid === 0 && !hasInvoice && (status === 'pending' || status === 'confirmed')

/** An amount without tax, and its tax in one or two parts. Minor units. */
export interface TaxedAmount {
  taxable: number
  parts: number[]
  tax: number
}

/** A line or a part of the delivery charge: `total` contains the tax. The rate is in millionths. */
export interface TaxedPart {
  rate: number
  total: number
  tax: number
}

/** The lines of an order as taxed parts. */
export const lineParts = (lines: readonly Pick<OrderLineRow, 'tax_rate' | 'total' | 'tax'>[]): TaxedPart[] =>
  lines.map(({ tax_rate: rate, total, tax }) => ({ rate, total, tax }))

/** The delivery charge of an order by tax rate; one part without tax if none is charged on it. */
export function deliveryParts(
  order: Pick<OrderRow, 'shipping' | 'shipping_taxes' | 'tax_included'>,
): TaxedPart[] {
  const taxes = order.shipping_taxes as unknown as DeliveryTax[]
  if (taxes.length === 0) return order.shipping > 0 ? [{ rate: 0, total: order.shipping, tax: 0 }] : []
  return taxes.map(({ rate, amount, tax }) => ({
    rate,
    tax,
    total: order.tax_included ? amount : amount + tax,
  }))
}

/**
 * The tax of a part as it was calculated when the order was placed, with equal halves. Where a price with tax has an odd unit
 * of tax, this unit belongs to the taxable value: the total stays, and credit notes add up to the invoice.
 */
export function taxOf({ total, tax }: Pick<TaxedPart, 'total' | 'tax'>, parts: 1 | 2): TaxedAmount {
  const part = Math.floor(tax / parts)
  return { taxable: total - parts * part, parts: Array<number>(parts).fill(part), tax: parts * part }
}

/** Parts totalled by tax rate (lowest first), and the total of all. */
export function taxByRate(
  taxed: readonly TaxedPart[],
  parts: 1 | 2,
): { rates: (TaxedAmount & { rate: number })[]; total: TaxedAmount } {
  const zero: TaxedAmount = { taxable: 0, parts: Array<number>(parts).fill(0), tax: 0 }
  const add = (a: TaxedAmount, b: TaxedAmount): TaxedAmount => ({
    taxable: a.taxable + b.taxable,
    parts: a.parts.map((part, index) => part + (b.parts[index] ?? 0)),
    tax: a.tax + b.tax,
  })
  const sumOf = (some: readonly TaxedPart[]) => some.map((part) => taxOf(part, parts)).reduce(add, zero)
  const byRate = [...Map.groupBy(taxed, ({ rate }) => rate)].toSorted(([a], [b]) => a - b)
  return { rates: byRate.map(([rate, some]) => ({ rate, ...sumOf(some) })), total: sumOf(taxed) }
}
