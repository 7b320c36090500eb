import { dashboardLinks, links } from '#contract/links.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import {
  orderEmail,
  orderPlacedEmail,
  sendEmailOnce,
  type OrderEmailKind,
  type OrderSummary,
} from '#server/modules/email/index.ts'
import { listNoticeRecipients } from '#server/modules/settings/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { accessTokenOf } from '../orders/order-access.ts'
import { listOrderLines, lockOrder, type OrderRow } from '../orders/order.queries.ts'
import { orderDetails, orderSummary, type EmailedLine } from './order-email-content.ts'

/** The shop that sends an email, and the key that signs its links. */
export interface EmailContext {
  shop: Omit<ShopContext, 'tagline'>
  keyedHash: KeyedHash
}

interface OrderNotice {
  orderId: number
  kind: OrderEmailKind
  /** Distinguishes several emails of one kind, such as two refunds. */
  instance?: number | string
  /** Sentences in addition to those that follow from the order. */
  details?: readonly string[]
  /** The order, if this transaction has just inserted it. */
  inserted?: { order: OrderRow; lines: readonly EmailedLine[]; notifiesStaff: boolean }
}

/** Emails the customer about an order in the transaction of the change. Each notice is sent once. */
export async function emailCustomer(
  tx: Transaction,
  { shop, keyedHash }: EmailContext,
  { orderId, kind, instance, details = [], inserted }: OrderNotice,
): Promise<void> {
  const { configId, name: shopName } = shop
  const order = inserted?.order ?? (await lockOrder(tx, configId, orderId))
  const lines = inserted?.lines ?? (await listOrderLines(tx, configId, orderId))
  const summary = orderSummary(order, lines, shop)
  const token = accessTokenOf(keyedHash, configId, order.number)
  const content = orderEmail(kind, {
    shopName,
    name: order.shipping_address.fullName,
    link: order.origin + links.order(order.number, token),
    order: summary,
    canReply: shop.email !== '',
    details: [...details, ...(await orderDetails(tx, shop, { order, kind, token }))],
  })
  const reference = `order:${orderId}:${kind}${instance === undefined ? '' : `:${instance}`}`
  await sendEmailOnce(tx, configId, { recipient: order.email, reference }, content)
  // Staff learn of an online order once it is paid.
  const isNew = kind === 'received' || kind === 'confirmed'
  if (isNew && inserted?.notifiesStaff !== false) await notifyStaff(tx, shop, order, summary)
}

/** Emails a new order to each staff member who subscribed to new orders, once per order. */
async function notifyStaff(
  tx: Transaction,
  shop: Pick<ShopContext, 'configId' | 'name' | 'currency'>,
  { id, number, origin }: Pick<OrderRow, 'id' | 'number' | 'origin'>,
  order: OrderSummary,
): Promise<void> {
  const link = `${origin}${dashboardLinks.order(number)}`
  const recipients = await listNoticeRecipients(tx, shop, 'order_placed')
  for (const { id: userId, email: recipient, fullName: name } of recipients) {
    const content = orderPlacedEmail({ shopName: shop.name, name, link, order })
    const reference = `order:${id}:notified:${userId}`
    await sendEmailOnce(tx, shop.configId, { recipient, reference }, content)
  }
}

/** The fields of a shop that emails to its customers need. */
export function findEmailShop(db: Database, configId: number): Promise<EmailContext['shop']> {
  return db
    .selectFrom('shop')
    .select(['config_id as configId', 'name', 'locale', 'currency', 'time_zone as timeZone', 'email'])
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
}

/** The sentence of a refund email; `amount` is formatted. */
export const refundSentence = (amount: string) => `We’ve refunded ${amount}.`
