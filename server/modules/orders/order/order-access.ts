import { sql } from 'kysely'
import type { PersonalContext } from '#server/http/route.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { isSameText } from '#server/platform/same-text.ts'
import { findOrder, orderNotFound, type OrderRow } from './order.queries.ts'

/** The token that opens an order without a login. It is derived from the number, so every later email can carry it. */
export const accessTokenOf = (keyedHash: KeyedHash, shopId: number, number: string) =>
  keyedHash('order', `${shopId} ${number}`)

/**
 * The token in emails. It opens the order too, and its second part shows that the caller has read an email to the address of
 * the order.
 */
export const emailedTokenOf = (keyedHash: KeyedHash, shopId: number, number: string) =>
  `${accessTokenOf(keyedHash, shopId, number)}.${keyedHash('emailed order', `${shopId} ${number}`)}`

/** Identifies an order in a request of a shopper. */
export interface OrderRequest {
  number: string
  accessToken?: string | undefined
}

/**
 * The order, if it belongs to the caller's account or browser, or the access token opens it. AppError 404 otherwise, also
 * for an order that exists.
 */
export async function requireOwnOrder(
  { db, shop: { shopId }, caller, services: { keyedHash }, shopper }: PersonalContext,
  { number, accessToken }: OrderRequest,
): Promise<OrderRow> {
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  const isEmailed = isEmailedToken(keyedHash, shopId, { number, accessToken })
  if (isEmailed && order.placed_from !== null)
    await sql`select confirm_address(${shopId}, ${order.email})`.execute(db)
  if (isEmailed || (caller && order.user_id === caller.userId)) return order
  if (isOrderToken(keyedHash, shopId, { number, accessToken })) return order
  const isOfShopper =
    order.user_id === null && order.shopper_id !== null && order.shopper_id === (await shopper.find())
  if (isOfShopper) return order
  throw orderNotFound()
}

/** Whether a link is that of an email to the address of the order. */
export const isEmailedToken = (
  keyedHash: KeyedHash,
  shopId: number,
  { number, accessToken }: OrderRequest,
): boolean => accessToken !== undefined && isSameText(accessToken, emailedTokenOf(keyedHash, shopId, number))

/** Whether a link that the shop gave away opens this number, also while it is that of a draft. */
export const isOrderToken = (
  keyedHash: KeyedHash,
  shopId: number,
  { number, accessToken }: OrderRequest,
): boolean => accessToken !== undefined && isSameText(accessToken, accessTokenOf(keyedHash, shopId, number))
