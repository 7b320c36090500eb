import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { type Database, later, type Transaction } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import {
  orderEmail,
  orderPlacedEmail,
  sendEmailOnce,
  type OrderEmailKind,
  type OrderSummary,
} from '#server/modules/email/index.ts'
import { findSettings, listNoticeRecipients, type Member } from '#server/modules/settings/index.ts'
import { findSellerGaps } from '../invoices/invoice.writes.ts'
import { emailedTokenOf } from '../order/order-access.ts'
import { listOrderLines, lockOrder, type OrderRow } from '../order/order.queries.ts'
import {
  isUnconfirmed,
  nameInEmails,
  orderDetails,
  orderSummary,
  withoutAddress,
  type EmailedLine,
  type PayTo,
} from './order-email-content.ts'

/** The shop that sends an email, and the key that signs its links. */
export interface EmailContext {
  shop: Omit<ShopContext, 'tagline'>
  services: Pick<Services, 'keyedHash'>
}

interface OrderNotice {
  orderId: number
  kind: OrderEmailKind
  /** Distinguishes several emails of one kind, such as two refunds. */
  instance?: number | string
  /** Sentences in addition to those that follow from the order. */
  details?: readonly string[]
  /** It waits until the address is confirmed. */
  isHeld?: boolean | undefined
  /** What the email shows, if this transaction has it already. */
  known?: EmailedOrder
}

interface EmailedOrder {
  order: OrderRow
  lines: readonly EmailedLine[]
  /** The staff who subscribed to new orders. */
  subscribers: readonly Member[]
  /** How to transfer money to the shop. */
  payTo: PayTo
  /** False as long as the seller’s details are incomplete. */
  hasInvoice: boolean
}

/**
 * Emails the customer about an order in the transaction of the change. Each notice is sent once. An order of another shop's
 * till has no email.
 */
export async function emailCustomer(
  tx: Transaction,
  { shop, services }: EmailContext,
  { orderId, kind, instance, details = [], known, isHeld = false }: OrderNotice,
): Promise<void> {
  const { shopId, name: shopName } = shop
  // Staff learn of an online order once it is paid.
  const isNew = kind === 'received' || kind === 'confirmed'
  const found = known ?? (await findEmailedOrder(tx, shop, { orderId, isNew }))
  const { order, lines, payTo, hasInvoice } = found
  const summary = orderSummary(order, lines, shop)
  const token = emailedTokenOf(services.keyedHash, shopId, order.number)
  const content = orderEmail(kind, {
    shopName,
    name: nameInEmails(order),
    link: order.origin + links.order(order.number, token),
    order: isUnconfirmed(order) ? withoutAddress(summary) : summary,
    canReply: shop.email !== '',
    details: [...details, ...orderDetails(shop, { order, kind, token, payTo, hasInvoice })],
  })
  const reference = `order:${orderId}:${kind}${instance === undefined ? '' : `:${instance}`}`
  const recipient = { recipient: order.email, reference, isHeld: isHeld && isUnconfirmed(order) }
  if (order.email !== '') later(tx, sendEmailOnce(tx, shopId, recipient, content))
  if (isNew) later(tx, notifyStaff(tx, shop, found, summary))
}

/** Reads what an email shows, and locks the order until the transaction ends. */
async function findEmailedOrder(
  tx: Transaction,
  shop: EmailContext['shop'],
  { orderId, isNew }: { orderId: number; isNew: boolean },
): Promise<EmailedOrder> {
  const { shopId } = shop
  const locking = lockOrder(tx, shopId, orderId)
  const [order, lines, subscribers, payment, gaps] = await Promise.all([
    locking,
    listOrderLines(tx, shopId, orderId),
    isNew ? listNoticeRecipients(tx, shopId, 'order_placed') : [],
    findSettings(tx, shop, 'payment'),
    findSellerGaps(tx, shopId, orderId, locking),
  ])
  const hasInvoice = gaps.length === 0
  return { order, lines, subscribers, payTo: payment, hasInvoice }
}

/** Emails a new order to each staff member who subscribed to new orders, once per order. */
async function notifyStaff(
  tx: Transaction,
  shop: Pick<ShopContext, 'shopId' | 'name'>,
  { order: { id, number, origin }, subscribers }: EmailedOrder,
  order: OrderSummary,
): Promise<void> {
  const link = `${origin}${dashboardLinks.order(number)}`
  const notify = ({ id: userId, email: recipient, fullName: name }: (typeof subscribers)[number]) => {
    const content = orderPlacedEmail({ shopName: shop.name, name, link, order })
    return sendEmailOnce(tx, shop.shopId, { recipient, reference: `order:${id}:notified:${userId}` }, content)
  }
  await Promise.all(subscribers.map(notify))
}

/** The fields of a shop that emails to its customers need. */
export function findEmailShop(db: Database, shopId: number): Promise<EmailContext['shop']> {
  return db
    .selectFrom('shop')
    .select(['config_id as shopId', 'name', 'locale', 'currency', 'time_zone as timeZone', 'email'])
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
}

/** The sentence of a refund email; `amount` is formatted. */
export const refundSentence = (amount: string) => `We’ve refunded ${amount}.`
