import type { CouponKind, CouponRow, CouponState } from '#contract/coupon.ts'
import { money, type MoneyFormat } from '../../lib/money.ts'

export const kindWords: Record<CouponKind, string> = {
  percent: 'A percentage',
  amount: 'An amount',
  free_delivery: 'The cost of delivery',
}

export const stateWords: Record<CouponState, string> = {
  active: 'Active',
  planned: 'Planned',
  ended: 'Ended',
  off: 'Off',
}

/** The page on which a coupon is edited. */
export const couponPath = (id: number | 'new') => `/dashboard/coupons/${id}`

/** What it does for a shopper: `10 % off`. */
export function effectOf({ kind, percent, amount }: CouponRow, shop: MoneyFormat): string {
  if (kind === 'free_delivery') return 'Free delivery'
  return `${kind === 'percent' ? `${percent ?? 0} %` : money(amount ?? 0, shop)} off`
}

/** When it holds, by the clock of the shop, a line each. */
export function timesOf(
  { startsAt, endsAt }: CouponRow,
  { locale }: MoneyFormat,
  timeZone: string,
): string[] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const at = (iso: string) => format.format(new Date(iso))
  const times = [...(startsAt ? [`from ${at(startsAt)}`] : []), ...(endsAt ? [`until ${at(endsAt)}`] : [])]
  return times.length > 0 ? times : ['Always']
}

/** How often it was used: `3 of 10`. */
export const usesOf = ({ used, usageLimit }: CouponRow): string =>
  usageLimit === null ? String(used) : `${used} of ${usageLimit}`
