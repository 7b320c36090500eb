import type { CartSummary } from '#contract/cart.ts'
import { exactMoney, type MoneyFormat } from '../../lib/money.ts'

/** What has changed between the summary that was seen and the one that holds, in words; at least the total. */
export function totalChanges(seen: CartSummary, now: CartSummary, format: MoneyFormat): string[] {
  const amount = (value: number) => exactMoney(value, format)
  const changed = (name: string, before: number, after: number) =>
    before === after ? [] : [`${name}: ${amount(before)} before, ${amount(after)} now`]
  const ofLines = now.lines.flatMap(({ variantid, productname, linetotal }) => {
    const before = seen.lines.find((line) => line.variantid === variantid)
    return before
      ? changed(productname, before.linetotal, linetotal)
      : [`${productname}: ${amount(linetotal)}, new in your cart`]
  })
  const gone = seen.lines
    .filter(({ variantid }) => !now.lines.some((line) => line.variantid === variantid))
    .map(({ productname }) => `${productname}: no longer counted`)
  return [
    ...ofLines,
    ...gone,
    ...changed('Coupon', seen.coupon, now.coupon),
    ...changed('Shipping', seen.shipping, now.shipping),
    ...changed('Total', seen.total, now.total),
  ]
}
