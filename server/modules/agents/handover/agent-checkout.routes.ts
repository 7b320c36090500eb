import { addAgentCheckout, getAgentCheckout } from '#contract/orders/agent-checkout.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { addAvailable, listVariantLines, sortOptions } from '#server/modules/cart/index.ts'
import { writeAsShopper } from '#server/modules/identity/index.ts'
import { variantName } from '#server/modules/stock/index.ts'
import { findPrepared, viewPrepared, type Prepared } from './agent-checkout.ts'

/** How a buyer goes on in a browser with what an agent has prepared. */
export const handoverRoutes = [
  personalRoute(getAgentCheckout, async ({ id }, context) => ({
    data: await viewPrepared(context, await requirePrepared(context, id)),
  })),

  personalRoute(addAgentCheckout, async ({ id }, context) => {
    const { input, state } = await requirePrepared(context, id)
    if (state === 'ordered')
      throw new AppError(409, 'session_ordered', 'Your assistant has already placed this order.')
    if (state === 'ended')
      throw new AppError(409, 'session_ended', 'Your assistant has cancelled this order.')
    const missing = await addToCart(context, input.lines)
    const message =
      missing.length > 0 ? `No longer available: ${missing.join(', ')}` : 'Added to cart successfully'
    return { data: { missing }, message }
  }),
]

async function requirePrepared(context: PersonalContext, id: string): Promise<Prepared> {
  const prepared = await findPrepared(context, id)
  if (!prepared) throw new AppError(404, 'not_found', 'This link has expired')
  return prepared
}

/** Returns the names of the items that cannot be had. AppError 409 `out_of_stock` if no item can. */
async function addToCart(context: PersonalContext, lines: Prepared['input']['lines']): Promise<string[]> {
  const { shopId } = context.shop
  const wanted = lines.flatMap(({ variantId, quantity }) =>
    variantId === null ? [] : [{ variantId, quantity }],
  )
  const rows = wanted.length > 0 ? await listVariantLines(context.db, shopId, wanted) : []
  // A refused call must not create a shopper.
  if (!rows.some(({ sold, available }) => sold && available > 0)) throw noneAvailable()
  const added = await writeAsShopper(context, async (tx, shopperId) => {
    const found = await addAvailable(tx, shopId, shopperId, wanted)
    if (found.size === 0) throw noneAvailable()
    return found
  })
  return rows
    .filter(({ variantId }) => !added.has(variantId))
    .map(({ name, options, optionNames }) => variantName(name, sortOptions(options, optionNames)))
}

const noneAvailable = () => new AppError(409, 'out_of_stock', 'These items are no longer available')
