import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from '#contract/cart.ts'
import type { Database } from '#server/db/connect.ts'
import { once } from '#server/http/once.ts'
import { requireOwnId } from '#server/http/own-id.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { writeAsKnownShopper, writeAsShopper, writeAtOnce } from '#server/http/shopper-writes.ts'
import { findPriceRules } from '#server/modules/settings/index.ts'
import { lineOf, summaryOf } from './cart-line.ts'
import { listLines } from './cart.queries.ts'
import { requirePieces } from './cart.rules.ts'
import { addPieces, notInCart, removeLines, setQuantity, type WrittenLine } from './cart.writes.ts'
import { findChoice } from './choice.queries.ts'

async function linesOf({ db, shop, shopper }: PersonalContext) {
  const id = await shopper.find()
  return id === undefined ? [] : listLines(db, shop.configId, id)
}

/** A shopper who is locked cannot end meanwhile. */
function requireLine(line: WrittenLine | undefined): WrittenLine {
  if (!line) throw new Error('The cart of a locked shopper was not found')
  return line
}

export const cartRoutes = [
  personalRoute(getCarts, async ({ userid }, context) => {
    requireOwnId(context.caller, userid)
    const lines = await linesOf(context)
    return { data: lines.map((line) => lineOf(line, context.shop.currency)) }
  }),

  personalRoute(getCartSummary, async (_input, context) => {
    const { db, shop } = context
    const [lines, rules] = await Promise.all([linesOf(context), findPriceRules(db, shop)])
    return { data: summaryOf(lines, rules, shop) }
  }),

  personalRoute(addToCart, async ({ userid, productid, variantid, quantity }, context) => {
    const { db, shop, shopper, caller, idempotencyKey: key } = context
    requireOwnId(caller, userid)
    const { configId } = shop
    const wanted = { productid, variantid }
    // Nobody is made a shopper by a call that is refused.
    if ((await shopper.find()) === undefined) requirePieces(await findChoice(db, configId, wanted), quantity)
    const add = (on: Database, shopperId: number) => addPieces(on, configId, shopperId, wanted, quantity)
    const data =
      key === undefined
        ? await writeAtOnce(context, add)
        : await writeAsShopper(context, (tx, shopperId) =>
            once(tx, { configId, owner: `shopper:${shopperId}`, key, body: { ...wanted, quantity } }, () =>
              add(tx, shopperId).then(requireLine),
            ),
          )
    return { data, message: 'Added to cart successfully' }
  }),

  personalRoute(updateCart, async ({ userid, id, productid, variantid, quantity }, context) => {
    requireOwnId(context.caller, userid)
    const which = { id, productId: productid, variantId: variantid }
    const data = await writeAsKnownShopper(context, (tx, shopperId) =>
      setQuantity(tx, context.shop.configId, shopperId, which, quantity),
    )
    if (!data) throw notInCart()
    return { data, message: 'Cart updated' }
  }),

  personalRoute(deleteCarts, async ({ userid, Productid, id, variantid }, context) => {
    requireOwnId(context.caller, userid)
    const which = { id, productId: Productid, variantId: variantid }
    await writeAsKnownShopper(context, (tx, shopperId) =>
      removeLines(tx, context.shop.configId, shopperId, which),
    )
    return { message: 'Removed from cart' }
  }),
]
