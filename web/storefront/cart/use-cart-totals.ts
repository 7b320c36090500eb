import { useCartSummary } from '#web/data/cart/cart.ts'
import { useCheckout } from '#web/data/checkout/checkout.ts'
import { usePageQuery } from '#web/data/page.ts'
import { readCouponCode } from './coupon-code.ts'

/** The totals of the cart, with the coupon that the address names. */
export function useCartTotals() {
  const code = readCouponCode(usePageQuery())
  const plain = useCartSummary()
  const quoted = useCheckout({ coupon: code }, code !== '')
  const coupon =
    code === '' || quoted.data?.coupon?.code !== code.toUpperCase() ? undefined : quoted.data.coupon
  return {
    ...plain,
    data: coupon ? quoted.data?.summary : plain.data,
    isFetching: plain.isFetching || quoted.isFetching,
    /** The typed code; empty: none. */
    code,
    /** The coupon as the checkout judges it; undefined while unknown. */
    coupon,
    /** Why the coupon could not be checked. */
    couponError: code === '' ? null : quoted.error,
  }
}
