import type { ProductDetail } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import { addToCart } from '#contract/cart/cart.ts'
import { postComment } from '#contract/comments/comment.ts'
import { postedForm, submitForm } from '#web/lib/on-server/form-action.ts'
import { redirect, type RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'
import { parseId } from '../parse-id.ts'
import { postedVariant } from './buy-box/variant-choice.ts'

/** Does what the pressed button of the product page says: its `do` is add, buy or comment. */
export function productAction(context: Readonly<RouterContextProvider>, product: ProductDetail) {
  const { fields } = postedForm(context)
  const { productid } = product
  if (fields['do'] === 'comment') return submitForm(context, postComment, () => links.commentForm(productid))
  const variantid = postedVariant(product.variants, fields)?.variantid
  const quantity = parseId(fields['quantity'] ?? '')
  if (fields['do'] === 'buy' && variantid !== undefined && quantity !== undefined)
    throw redirect(links.checkout({ productid, variantid, quantity }), 303)
  return submitForm(context, addToCart, () => links.cart(), {
    productid,
    variantid,
    quantity: fields['quantity'] ?? 1,
  })
}
