import { findGuestOrder, openOrderAccount, orderAgain } from '#contract/orders/shopper-order.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute } from '#server/http/route.ts'
import { addAvailable } from '#server/modules/cart/index.ts'
import { createAccount, writeAsShopper } from '#server/modules/identity/index.ts'
import { accessTokenOf, requireOwnOrder } from './order-access.ts'
import { findOrderByTypedNumber, listOrderLines } from './order.queries.ts'
import { moveToAccount } from './order-merge.writes.ts'

/** Searches for orders: 10 at once and 20 an hour from one network, 5 and 10 for one number. */
const SEARCHES_PER_NETWORK = { burst: 10, seconds: 180 }
const SEARCHES_PER_NUMBER = { burst: 5, seconds: 360 }

export const guestOrderRoutes = [
  personalRoute(
    findGuestOrder,
    async ({ number: typed, email }, { db, shop, limits, clientAddress, keyedHash }) => {
      const { configId } = shop
      await limits.take(`find order ${configId} from ${clientAddress}`, SEARCHES_PER_NETWORK)
      const key = `find order ${configId} ${typed}`
      await limits.take(key, SEARCHES_PER_NUMBER)
      const order = await findOrderByTypedNumber(db, configId, typed)
      // One answer for all, so that it tells neither which numbers exist nor who has an account.
      if (!order || order.user_id !== null || order.email.toLowerCase() !== email)
        throw new AppError(404, 'not_found', 'We can’t find an order with this number and email')
      await limits.reset(key)
      const { number } = order
      return { data: { number, accessToken: accessTokenOf(keyedHash, configId, number) } }
    },
  ),

  personalRoute(orderAgain, async (request, context) => {
    const { db, shop } = context
    const { configId } = shop
    const order = await requireOwnOrder(context, request)
    const lines = await listOrderLines(db, configId, order.id)
    const wanted = lines.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity }))
    const added = await writeAsShopper(context, async (tx, shopperId) => {
      const found = await addAvailable(tx, configId, shopperId, wanted)
      if (found.size === 0) throw new AppError(409, 'out_of_stock', 'These items are no longer available')
      return found
    })
    const missing = lines.filter(({ variant_id: id }) => !added.has(id)).map(({ name }) => name)
    const message =
      missing.length > 0 ? `No longer available: ${missing.join(', ')}` : 'Added to cart successfully'
    return { data: { missing }, message }
  }),

  personalRoute(openOrderAccount, async ({ password, ...request }, context) => {
    const { configId } = context.shop
    const { id, email, user_id: owner, shipping_address: address } = await requireOwnOrder(context, request)
    if (owner !== null || context.caller)
      throw new AppError(409, 'has_account', 'This order already belongs to an account')
    const account = { fullName: address.fullName, gender: null, email, password }
    const signedIn = await createAccount(context, account, (tx, userId) =>
      moveToAccount(tx, configId, id, userId),
    )
    return { message: 'Registration successful', ...signedIn }
  }),
]
