import { links } from '#contract/links.ts'

/** As long as the longest code. */
export const MAX_COUPON_LENGTH = 40

/** The coupon that the address of the cart or the checkout names; empty: none. */
export const readCouponCode = (search: URLSearchParams): string =>
  (search.get('coupon') ?? '').trim().slice(0, MAX_COUPON_LENGTH)

/** The fields of the checkout with the coupon that the cart has passed on. */
export function couponFields(search: URLSearchParams): Record<string, string> {
  const coupon = readCouponCode(search)
  return coupon === '' ? {} : { coupon, couponText: coupon }
}

const withCoupon = (path: string, coupon: string) =>
  coupon === '' ? path : `${path}?coupon=${encodeURIComponent(coupon)}`

/** The cart with a coupon in its totals. */
export const cartWithCoupon = (coupon: string) => withCoupon(links.cart(), coupon)

/** The checkout of the cart with a coupon filled in. */
export const checkoutWithCoupon = (coupon: string) => withCoupon(links.checkout(), coupon)
