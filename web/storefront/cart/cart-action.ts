import type { Endpoint } from '#contract/endpoint.ts'
import { addToCart, deleteCarts, updateCart } from '#contract/cart/cart.ts'
import { discardSavedLine, restoreLine, saveLine } from '#contract/cart/saved-line.ts'
import { postedForm, submitForm } from '#web/lib/on-server/form-action.ts'
import { cartWithCoupon } from './coupon-code.ts'
import type { RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'

/** Does what the pressed button of the cart, or of a product card, says: the value of its `do`. The coupon stays. */
export function cartAction(context: Readonly<RouterContextProvider>, coupon: string) {
  const { do: pressed, product: productid, variant: variantid, quantity } = postedForm(context).fields
  const submit = (endpoint: Endpoint, input: Readonly<Record<string, unknown>>) =>
    submitForm(context, endpoint, () => cartWithCoupon(coupon), input)
  switch (pressed ?? 'set') {
    case 'add':
      return submit(addToCart, { productid, variantid, quantity })
    case 'remove':
      return submit(deleteCarts, { Productid: productid, variantid })
    case 'save':
      return submit(saveLine, { variantid })
    case 'restore':
      return submit(restoreLine, { variantid })
    case 'discard':
      return submit(discardSavedLine, { variantid })
    default:
      return submit(updateCart, { productid, variantid, quantity })
  }
}
