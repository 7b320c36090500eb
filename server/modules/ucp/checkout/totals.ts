import type { LineView, TotalsView } from '#server/modules/agents/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { ShopContext } from '#server/http/route.ts'

/** An entry of `totals`, in minor units. */
export interface TotalEntry {
  type: 'subtotal' | 'items_discount' | 'discount' | 'fulfillment' | 'tax' | 'total'
  amount: number
  display_text?: string
}

/** The entries of a cart or checkout: all but `total` add up to it, so a tax that prices contain is only a text. */
export function totalEntries(
  totals: TotalsView,
  { currency, withDelivery }: { currency: string; withDelivery: boolean },
  { locale }: Pick<ShopContext, 'locale'>,
): TotalEntry[] {
  const { subtotal, coupon, shipping, shippingDiscount, tax, taxIncluded, taxName, total } = totals
  const contained = `Total, including ${formatMoney(tax, currency, locale)} ${taxName}`
  return [
    { type: 'subtotal', amount: subtotal, display_text: 'Subtotal' },
    ...discountEntry('items_discount', coupon),
    ...(withDelivery ? [{ type: 'fulfillment' as const, amount: shipping, display_text: 'Delivery' }] : []),
    ...discountEntry('discount', shippingDiscount),
    ...(!taxIncluded && tax > 0 ? [{ type: 'tax' as const, amount: tax, display_text: taxName }] : []),
    { type: 'total', amount: total, display_text: taxIncluded && tax > 0 ? contained : 'Total' },
  ]
}

/** The entries of a line. */
export function lineEntries(
  { subtotal, coupon, tax, total }: LineView,
  { taxIncluded, taxName }: TotalsView,
): TotalEntry[] {
  return [
    { type: 'subtotal', amount: subtotal },
    ...discountEntry('items_discount', coupon),
    ...(!taxIncluded && tax > 0 ? [{ type: 'tax' as const, amount: tax, display_text: taxName }] : []),
    { type: 'total', amount: total },
  ]
}

/** A discount is negative, and an entry of 0 is not allowed. */
function discountEntry(type: 'items_discount' | 'discount', amount: number): TotalEntry[] {
  return amount > 0 ? [{ type, amount: -amount, display_text: 'Discount' }] : []
}
