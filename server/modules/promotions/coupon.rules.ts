import type { ShopContext } from '#server/http/route.ts'
import { formatMoney, type CouponRule } from '#server/modules/pricing/index.ts'

/** A coupon as it is stored. Amounts are minor units, percent is in hundredths. */
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

/** How a code is kept and compared. */
export const codeOf = (typed: string): string => typed.trim().toUpperCase()

interface Circumstances extends Pick<ShopContext, 'currency' | 'locale' | 'timeZone'> {
  /** As the shopper has typed it. */
  code: string
  now: Date
  /** Value of the goods that it is for, after offers; minor units. */
  goods: number
  /** The keys of this customer under which it was used before; see `listKeysUsed`. */
  customers?: readonly string[]
}

/** Why a coupon does not hold for a cart, in a sentence for the shopper; null where it does. */
export function couponProblem(coupon: Coupon | undefined, given: Circumstances): string | null {
  const { now, goods, currency, locale } = given
  const name = `coupon ${codeOf(given.code)}`
  if (!coupon) return `There is no ${name}.`
  const { startsAt, endsAt, usageLimit, used, minimum } = coupon
  if (!coupon.isActive) return `The ${name} does not hold any more.`
  if (startsAt && startsAt > now) return `The ${name} holds from ${dayOf(startsAt, given)} on.`
  if (endsAt && endsAt <= now) return `The ${name} ended on ${dayOf(lastMoment(endsAt), given)}.`
  if (usageLimit !== null && used >= usageLimit) return usedUp(coupon.code)
  if (coupon.oncePerCustomer && given.customers?.length) return usedAlready(coupon.code)
  if (goods === 0 && isForSome(coupon)) return `The ${name} is not for what is in the cart.`
  if (goods < minimum) {
    const goodsItIsFor = isForSome(coupon) ? ' of the goods that it is for' : ''
    return `The ${name} holds from ${formatMoney(minimum, currency, locale)}${goodsItIsFor} on.`
  }
  return null
}

export const usedUp = (code: string) => `The coupon ${code} is used up.`
export const usedAlready = (code: string) => `You have used the coupon ${code} already.`

/** What it takes off, for the computation of a cart. */
export function couponRule({
  kind,
  percent,
  amount,
}: Pick<Coupon, 'kind' | 'percent' | 'amount'>): CouponRule {
  if (kind === 'percent') return { kind, percent: percent ?? 0 }
  if (kind === 'amount') return { kind, amount: amount ?? 0 }
  return { kind: 'free_delivery' }
}

/** Whether it is for this product: where it names neither products nor categories, it is for everything. */
export function isFor(coupon: Coupon, product: { productId: number; categoryId: number }): boolean {
  return (
    !isForSome(coupon) ||
    coupon.productIds.includes(product.productId) ||
    coupon.categoryIds.includes(product.categoryId)
  )
}

/** The keys that a customer's uses are kept under: a second one counts with the same account or the same address. */
export function customerKeys({
  userId,
  email,
}: {
  userId?: number | null | undefined
  email: string
}): string[] {
  return [...(userId ? [`user:${userId}`] : []), `email:${email.trim().toLowerCase()}`]
}

const isForSome = ({ categoryIds, productIds }: Coupon) => categoryIds.length + productIds.length > 0

/** An end at midnight is the end of the day before. */
const lastMoment = (end: Date) => new Date(end.getTime() - 1)

const dayOf = (moment: Date, { locale, timeZone }: Circumstances) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(moment)
