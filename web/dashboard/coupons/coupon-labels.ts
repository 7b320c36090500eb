import { dateLocale } from '#contract/date-locale.ts'
import type { CouponKind, CouponRow, CouponState } from '#contract/promotions/coupon.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'

export const couponKindLabels: Record<CouponKind, string> = {
  percent: 'Percentage',
  amount: 'Fixed amount',
  free_delivery: 'Free delivery',
}

export const couponStateLabels: Record<CouponState, string> = {
  active: 'Active',
  planned: 'Scheduled',
  ended: 'Ended',
  off: 'Inactive',
}

/** "10% off", "₹100 off" or "Free delivery". */
export function discountText({ kind, percent, amount }: CouponRow, shop: MoneyFormat): string {
  if (kind === 'free_delivery') return 'Free delivery'
  return `${kind === 'percent' ? `${percent ?? 0}%` : money(amount ?? 0, shop)} off`
}

/** Start and end in the shop's time zone, one line each. */
export function validityTexts(
  { startsAt, endsAt }: CouponRow,
  { locale }: MoneyFormat,
  timeZone: string,
): string[] {
  const format = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const at = (iso: string) => format.format(new Date(iso))
  const times = [...(startsAt ? [`from ${at(startsAt)}`] : []), ...(endsAt ? [`to ${at(endsAt)}`] : [])]
  return times.length > 0 ? times : ['Always']
}

/** "3", or "3 of 10" with a usage limit. */
export const usageText = ({ used, usageLimit }: CouponRow): string =>
  usageLimit === null ? String(used) : `${used} of ${usageLimit}`
