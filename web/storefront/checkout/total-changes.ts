import type { CartSummary } from '#contract/orders/cart.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

/** Describes all differences between the displayed summary and the current one. */
export function totalChanges(previous: CartSummary, current: CartSummary, format: MoneyFormat): string[] {
  const amount = (value: number) => exactMoney(value, format)
  const describe = (name: string, before: number, after: number) =>
    before === after ? [] : [`${name}: ${amount(before)} before, ${amount(after)} now`]
  const lineChanges = current.lines.flatMap(({ variantid, productname, linetotal }) => {
    const before = previous.lines.find((line) => line.variantid === variantid)
    return before
      ? describe(productname, before.linetotal, linetotal)
      : [`${productname}: ${amount(linetotal)}, new in your cart`]
  })
  const removed = previous.lines
    .filter(({ variantid }) => !current.lines.some((line) => line.variantid === variantid))
    .map(({ productname }) => `${productname}: no longer included`)
  return [
    ...lineChanges,
    ...removed,
    ...describe('Coupon', previous.coupon, current.coupon),
    ...describe('Shipping', previous.shipping, current.shipping),
    ...describe('Total', previous.total, current.total),
  ]
}
