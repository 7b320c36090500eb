import { phoneKey } from '#contract/orders/address/phone.ts'
import { dateLocale } from '#contract/date-locale.ts'
import type { ShopContext } from '#server/http/route.ts'
import { formatMoney, type CouponRule } from '#server/modules/pricing/index.ts'

/** A stored coupon. Amounts in minor units, percent in hundredths. */
export interface Coupon {
  id: number
  code: string
  kind: string
  percent: number | null
  amount: number | null
  startsAt: Date | null
  endsAt: Date | null
  minimum: number
  categoryIds: number[]
  productIds: number[]
  oncePerCustomer: boolean
  usageLimit: number | null
  used: number
  isActive: boolean
}

/** The form in which codes are stored and compared. */
export const normalizeCode = (code: string): string => code.trim().toUpperCase()

interface CouponCheck extends Pick<ShopContext, 'currency' | 'locale' | 'timeZone'> {
  /** As the shopper typed it. */
  code: string
  now: Date
  /** Value, after offers, of the lines it applies to; minor units. */
  base: number
  /** The keys under which this customer used it before; see `listUsedCustomerKeys`. */
  usedKeys?: readonly string[]
}

/** Why a coupon does not apply. */
export type CouponRefusal =
  | 'unknown'
  | 'inactive'
  | 'not_yet_valid'
  | 'expired'
  | 'used_up'
  | 'already_used'
  | 'not_for_items'
  | 'below_minimum'

/** Explains to the shopper why a coupon does not apply; null if it does. */
export function couponProblem(coupon: Coupon | undefined, check: CouponCheck): string | null {
  return refuseCoupon(coupon, check)?.message ?? null
}

/** Why a coupon does not apply, for programs and for people; undefined if it does. */
export function refuseCoupon(
  coupon: Coupon | undefined,
  check: CouponCheck,
): { reason: CouponRefusal; message: string } | undefined {
  const { now, base, currency, locale } = check
  const name = `Coupon ${normalizeCode(check.code)}`
  if (!coupon) return { reason: 'unknown', message: `${name} doesn’t exist. Check the code and try again.` }
  const { startsAt, endsAt, usageLimit, used, minimum } = coupon
  if (!coupon.isActive) return { reason: 'inactive', message: noLongerValidMessage(coupon.code) }
  if (startsAt && startsAt > now)
    return { reason: 'not_yet_valid', message: `${name} is valid from ${formatDay(startsAt, check)}.` }
  if (endsAt && endsAt <= now)
    return { reason: 'expired', message: `${name} expired on ${formatDay(lastMoment(endsAt), check)}.` }
  if (usageLimit !== null && used >= usageLimit)
    return { reason: 'used_up', message: usedUpMessage(coupon.code) }
  if (coupon.oncePerCustomer && check.usedKeys?.length)
    return { reason: 'already_used', message: alreadyUsedMessage(coupon.code) }
  if (base === 0 && isLimited(coupon))
    return { reason: 'not_for_items', message: `${name} doesn’t apply to the items in your cart.` }
  if (base >= minimum) return undefined
  const items = isLimited(coupon) ? ' on eligible items' : ''
  const least = formatMoney(minimum, currency, locale)
  return { reason: 'below_minimum', message: `${name} requires a minimum of ${least}${items}.` }
}

export const usedUpMessage = (code: string) => `Coupon ${code} has been fully redeemed.`
export const alreadyUsedMessage = (code: string) => `You have already used coupon ${code}.`
export const noLongerValidMessage = (code: string) => `Coupon ${code} is no longer valid.`

/** The discount of a coupon for `computeCart`. */
export function couponRule({
  kind,
  percent,
  amount,
}: Pick<Coupon, 'kind' | 'percent' | 'amount'>): CouponRule {
  if (kind === 'percent') return { kind, percent: percent ?? 0 }
  if (kind === 'amount') return { kind, amount: amount ?? 0 }
  return { kind: 'free_delivery' }
}

/** Whether a coupon applies to a product. Without products and categories it applies to all. */
export function couponAppliesTo(coupon: Coupon, product: { productId: number; categoryId: number }): boolean {
  return (
    !isLimited(coupon) ||
    coupon.productIds.includes(product.productId) ||
    coupon.categoryIds.includes(product.categoryId)
  )
}

/** The keys that identify a customer: the account and the email address. A use of either counts. */
export function customerKeys({
  userId,
  email,
  phone = '',
}: {
  userId?: number | null | undefined
  email: string
  /** Tells people without an email apart. */
  phone?: string
}): string[] {
  const person = email === '' ? `phone:${phoneKey(phone)}` : `email:${email.trim().toLowerCase()}`
  return [...(userId ? [`user:${userId}`] : []), person]
}

const isLimited = ({ categoryIds, productIds }: Coupon) => categoryIds.length + productIds.length > 0

/** A coupon that ends at midnight expires on the day before. */
const lastMoment = (end: Date) => new Date(end.getTime() - 1)

const formatDay = (moment: Date, { locale, timeZone }: CouponCheck) =>
  new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone }).format(moment)
