import { findGuestOrder, openOrderAccount, orderAgain } from '#contract/orders/shopper-order.ts'
import { links } from '#contract/links.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { addAvailable } from '#server/modules/cart/index.ts'
import { orderLinkEmail, sendEmail } from '#server/modules/email/index.ts'
import { createAccount, writeAsShopper } from '#server/modules/identity/index.ts'
import { hideDuration } from '#server/platform/hide-duration.ts'
import { accessTokenOf, emailedTokenOf, requireOwnOrder } from './order-access.ts'
import { findOrderByTypedNumber, listOrderLines, type OrderRow } from './order.queries.ts'
import { moveToAccount } from './order.writes.ts'

/** Searches for orders: 10 at once and 20 an hour from one network. */
const SEARCHES_PER_NETWORK = { burst: 10, seconds: 180 }
/** Searches by serial number with one email, from all networks: 30 at once and 6 an hour. People can count serials. */
const SERIAL_SEARCHES_PER_EMAIL = { burst: 30, seconds: 600 }
const LINKS_PER_ORDER = { burst: 1, seconds: 3600 }

export const guestOrderRoutes = [
  personalRoute(findGuestOrder, async ({ number: typed, email }, context) => {
    const { db, shop, clientAddress, services } = context
    const { limits, keyedHash } = services
    const { shopId } = shop
    await limits.take(`find order ${shopId} from ${clientAddress}`, SEARCHES_PER_NETWORK)
    const found = await findOrderByTypedNumber(db, shopId, typed)
    const isRight = found && found.user_id === null && found.email.toLowerCase() === email
    const order = isRight ? found : undefined
    // The random number cannot be guessed, so its search is never refused for what others have tried.
    const isRandom = order?.number.replaceAll('-', '') === typed
    if (!isRandom && (await areSerialsTried(context, email))) throw await linkEmailed(context, order)
    // One answer for all, so that it tells neither which numbers exist nor who has an account.
    if (!order) throw new AppError(404, 'not_found', 'We can’t find an order with this number and email')
    const { number } = order
    return { data: { number, accessToken: accessTokenOf(keyedHash, shopId, number) } }
  }),

  personalRoute(orderAgain, async (request, context) => {
    const { db, shop } = context
    const { shopId } = shop
    const order = await requireOwnOrder(context, request)
    const lines = await listOrderLines(db, shopId, order.id)
    const wanted = lines.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity }))
    const added = await writeAsShopper(context, async (tx, shopperId) => {
      const found = await addAvailable(tx, shopId, shopperId, wanted)
      if (found.size === 0) throw new AppError(409, 'out_of_stock', 'These items are no longer available')
      return found
    })
    const missing = lines.filter(({ variant_id: id }) => !added.has(id)).map(({ name }) => name)
    const message =
      missing.length > 0 ? `No longer available: ${missing.join(', ')}` : 'Added to cart successfully'
    return { data: { missing }, message }
  }),

  personalRoute(openOrderAccount, async ({ password, ...request }, context) => {
    const { shopId } = context.shop
    const { id, email, user_id: owner, shipping_address: address } = await requireOwnOrder(context, request)
    if (owner !== null || context.caller)
      throw new AppError(409, 'has_account', 'This order already belongs to an account')
    const account = { fullName: address.fullName, gender: null, email, password }
    const signedIn = await createAccount(context, account, (tx, userId) =>
      moveToAccount(tx, shopId, id, userId),
    )
    return { message: 'Registration successful', ...signedIn }
  }),
]

/** Whether serial numbers are tried with this email, from any networks. Without a mail server nothing could take the answer's place. */
async function areSerialsTried(
  { shop, services: { limits, sendsEmail } }: PersonalContext,
  email: string,
): Promise<boolean> {
  if (!sendsEmail) return false
  return !(await limits.allows(`find order ${shop.shopId} of ${email}`, SERIAL_SEARCHES_PER_EMAIL))
}

/** Emails the link of an order to its owner instead of answering it. The answer is the same without an order. */
async function linkEmailed(context: PersonalContext, order: OrderRow | undefined): Promise<AppError> {
  await hideDuration(emailLink(context, order))
  const message = 'If this number and email belong to an order, its link is on its way by email'
  return new AppError(429, 'link_emailed', message, undefined, SERIAL_SEARCHES_PER_EMAIL.seconds)
}

async function emailLink(
  { db, shop, services: { limits, keyedHash } }: PersonalContext,
  order: OrderRow | undefined,
): Promise<void> {
  const { shopId, name: shopName } = shop
  if (!order || !(await limits.allows(`order link ${shopId} ${order.number}`, LINKS_PER_ORDER))) return
  const link = order.origin + links.order(order.number, emailedTokenOf(keyedHash, shopId, order.number))
  await db
    .transaction()
    .execute((tx) => sendEmail(tx, shopId, order.email, orderLinkEmail({ shopName, name: '', link })))
}
