import type { DeliveryEstimate } from '#contract/orders/delivery/delivery.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'

/** "Free delivery · Thu 26 – Sun 29 Nov · 14-day returns". A sold-out option promises no day. */
export function deliveryText(
  { methods, returns }: DeliveryEstimate,
  { isSoldOut, ...shop }: MoneyFormat & { isSoldOut: boolean },
): string {
  const [standard] = methods
  if (!standard) return returnsText(returns)
  const cost = standard.price === 0 ? 'Free delivery' : `Delivery ${money(standard.price, shop)}`
  return [cost, !isSoldOut && standard.arrival.text, returnsText(returns)].filter(Boolean).join(' · ')
}

const returnsText = ({ days }: DeliveryEstimate['returns']) =>
  days > 0 ? `${days}-day returns` : 'No returns'

/** "Free on orders of ₹1,499 or more", if this item alone costs less; otherwise empty. */
export function freeFromText({ methods: [standard] }: DeliveryEstimate, shop: MoneyFormat): string {
  if (!standard || standard.price === 0 || standard.freeFrom === null) return ''
  return `Free on orders of ${money(standard.freeFrom, shop)} or more`
}

/** Whether and up to which order total one can pay in cash. */
export function cashText({ cash: { possible, upTo } }: DeliveryEstimate, shop: MoneyFormat): string {
  if (!possible) return 'No cash on delivery'
  return upTo === null ? 'Cash on delivery' : `Cash on delivery up to ${money(upTo, shop)}`
}
