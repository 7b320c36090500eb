import { addToCart } from '#contract/cart/cart.ts'
import { createWishlist, deleteWishlist, shareWishlist } from '#contract/wishlist/wishlist.ts'
import { links } from '#contract/links.ts'
import { postedForm, refuseForm, submitForm } from '#web/lib/on-server/form-action.ts'
import type { RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'

/**
 * Does what the pressed button says. Its name is add, ask (whether to remove), remove or move (to the cart), its value is the
 * product; or its name is share, which opens the list behind its link.
 */
export async function wishlistAction(context: Readonly<RouterContextProvider>) {
  const form = postedForm(context)
  const { add, ask, remove, move, share } = form.fields
  if (share !== undefined) {
    const next = (answer: unknown) => links.sharedWishlist(shareWishlist.answer.parse(answer).data.token)
    return submitForm(context, shareWishlist, next, {})
  }
  if (ask !== undefined) return { message: '', asked: Number(ask) }
  if (move !== undefined) {
    const added = await form.submit(addToCart, { productid: move, quantity: 1 })
    if (added.status >= 400) return refuseForm(form, added)
  }
  const next = () => (move === undefined ? links.wishlist() : links.cart())
  const endpoint = add === undefined ? deleteWishlist : createWishlist
  return submitForm(context, endpoint, next, { productid: add ?? remove ?? move })
}
