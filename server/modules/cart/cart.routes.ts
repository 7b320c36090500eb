import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from '#contract/cart/cart.ts'
import {
  discardSavedLine as discardEndpoint,
  getSavedLines,
  restoreLine as restoreEndpoint,
  saveLine as saveEndpoint,
} from '#contract/cart/saved-line.ts'
import { personalRoute } from '#server/http/route.ts'
import { requireOwnId } from '#server/http/session/audience.ts'
import { writeAsKnownShopper, writeAtOnce } from '#server/modules/identity/index.ts'
import { findPriceRules } from '#server/modules/settings/index.ts'
import { taxRulesFor } from '#server/modules/tax/index.ts'
import { findItem } from './cart-item.queries.ts'
import { lineToView, summarize } from './cart-line.ts'
import { listSavedLines, ownLines } from './cart.queries.ts'
import { requireAvailable } from './cart.rules.ts'
import { addItem, notInCart, removeLines, setQuantity } from './cart.writes.ts'
import { discardSavedLine, notSaved, restoreLine, saveLine } from './saved-line.writes.ts'

export const cartRoutes = [
  personalRoute(
    getCarts,
    async ({ userid }, { shop, shopper, caller }) => {
      requireOwnId(caller, userid)
      const lines = await shopper.rows(ownLines)
      return { data: lines.map((line) => lineToView(line, shop.currency)) }
    },
    { ownRows: ownLines },
  ),

  personalRoute(
    getCartSummary,
    async (_input, { db, shop, shopper }) => {
      const [lines, rules] = await Promise.all([shopper.rows(ownLines), findPriceRules(db, shop)])
      // The destination is not known yet, so the country that the shop delivers to first counts.
      const [country = rules.taxation.tax.country] = rules.taxation.countries
      const tax = taxRulesFor(rules.taxation, shop, { country }, new Date())
      return { data: summarize(lines, { ...rules, tax }, shop) }
    },
    { ownRows: ownLines },
  ),

  personalRoute(addToCart, async ({ userid, productid, variantid, quantity }, context) => {
    const { db, shop, shopper, caller, idempotent } = context
    requireOwnId(caller, userid)
    const { shopId } = shop
    const request = { productid, variantid }
    // A refused call must not create a shopper.
    if ((await shopper.find()) === undefined) requireAvailable(await findItem(db, shopId, request), quantity)
    const data = await writeAtOnce(context, (on, shopperId) =>
      addItem(on, shopId, shopperId, { ...request, quantity, key: idempotent?.key }),
    )
    return { data, message: 'Added to cart successfully' }
  }),

  personalRoute(updateCart, async ({ userid, id, productid, variantid, quantity }, context) => {
    requireOwnId(context.caller, userid)
    const selector = { id, productId: productid, variantId: variantid }
    const data = await writeAsKnownShopper(context, (tx, shopperId) =>
      setQuantity(tx, context.shop.shopId, shopperId, selector, quantity),
    )
    if (!data) throw notInCart()
    return { data, message: 'Cart updated' }
  }),

  personalRoute(deleteCarts, async ({ userid, Productid, id, variantid }, context) => {
    requireOwnId(context.caller, userid)
    const selector = { id, productId: Productid, variantId: variantid }
    await writeAsKnownShopper(context, (tx, shopperId) =>
      removeLines(tx, context.shop.shopId, shopperId, selector),
    )
    return { message: 'Removed from cart' }
  }),

  personalRoute(getSavedLines, async (_input, { db, shop, shopper }) => {
    const id = await shopper.find()
    const lines = id === undefined ? [] : await listSavedLines(db, shop.shopId, id)
    return { data: lines.map((line) => lineToView(line, shop.currency)) }
  }),

  personalRoute(saveEndpoint, async ({ variantid }, context) => {
    const done = await writeAsKnownShopper(context, async (tx, shopperId) => {
      await saveLine(tx, context.shop.shopId, shopperId, variantid)
      return true
    })
    if (!done) throw notInCart()
    return { message: 'Saved for later' }
  }),

  personalRoute(restoreEndpoint, async ({ variantid }, context) => {
    const done = await writeAsKnownShopper(context, async (tx, shopperId) => {
      await restoreLine(tx, context.shop.shopId, shopperId, variantid)
      return true
    })
    if (!done) throw notSaved()
    return { message: 'Moved to cart' }
  }),

  personalRoute(discardEndpoint, async ({ variantid }, context) => {
    await writeAsKnownShopper(context, (tx, shopperId) =>
      discardSavedLine(tx, context.shop.shopId, shopperId, variantid),
    )
    return { message: 'Removed from saved items' }
  }),
]
