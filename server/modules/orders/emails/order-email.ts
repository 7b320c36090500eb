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
  type OrderHandover,
  type OrderSummary,
} from '#server/modules/email/index.ts'
import { listCreditPayments } from '#server/modules/credit/index.ts'
import { findSettings, listNoticeRecipients, type Member } from '#server/modules/settings/index.ts'
import { findSellerGaps } from '../invoices/invoice.writes.ts'
import { isByEmail } from '../credit/gift-lines.rules.ts'
import { inSentence, NEW_GIFT_CARD, paidByCredit, type PaidByCredit } from '../credit/credit-view.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { emailedTokenOf } from '../order/order-access.ts'
import { findExpectedDay } from '../shipments/shipment.queries.ts'
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
  /** What gift cards and store credit have paid. */
  credit: readonly PaidByCredit[]
  /** The staff who subscribed to new orders. */
  subscribers: readonly Member[]
  /** How to transfer money to the shop. */
  payTo: PayTo
  /** False as long as the seller’s details are incomplete. */
  hasInvoice: boolean
  /** The promised day of the latest shipment, for the emails about one. */
  expectedOn?: string | null
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
  // Staff learn of an online order once it is paid, and of a cash order once it is confirmed.
  const isNew = kind === 'received' || kind === 'confirmed'
  const found = known ?? (await findEmailedOrder(tx, shop, { orderId, kind, isNew }))
  const { order, lines, credit, payTo, hasInvoice, expectedOn = null } = found
  const summary = orderSummary(order, lines, shop, credit)
  const token = emailedTokenOf(services.keyedHash, shopId, order.number)
  const content = orderEmail(kind, {
    shopName,
    name: nameInEmails(order),
    link: order.origin + links.order(order.number, token),
    order: isUnconfirmed(order) ? withoutAddress(summary) : summary,
    canReply: shop.email !== '',
    handover: handoverOf(order),
    details: [
      ...details,
      ...orderDetails(shop, { order, kind, token, payTo, hasInvoice, expectedOn, credits: credit }),
    ],
  })
  const reference = `order:${orderId}:${kind}${instance === undefined ? '' : `:${instance}`}`
  const recipient = { recipient: order.email, reference, isHeld: isHeld && isUnconfirmed(order) }
  if (order.email !== '') later(tx, sendEmailOnce(tx, shopId, recipient, content))
  if (isNew) later(tx, notifyStaff(tx, shop, found, summary))
}

/** How the customer gets the order. */
const handoverOf = (order: OrderRow): OrderHandover => {
  // Gift cards are there as soon as they are paid.
  if (isByEmail(order)) return 'counter'
  if (!isPickUp(order)) return 'delivery'
  return order.ready_at === null && order.delivered_at !== null ? 'counter' : 'pick_up'
}

/** Reads what an email shows, and locks the order until the transaction ends. */
async function findEmailedOrder(
  tx: Transaction,
  shop: EmailContext['shop'],
  { orderId, kind, isNew }: Pick<OrderNotice, 'orderId' | 'kind'> & { isNew: boolean },
): Promise<EmailedOrder> {
  const { shopId } = shop
  const locking = lockOrder(tx, shopId, orderId)
  const isShipped = kind === 'shipped' || kind === 'partly_shipped'
  const [order, lines, subscribers, payment, gaps, expectedOn, paid] = await Promise.all([
    locking,
    listOrderLines(tx, shopId, orderId),
    isNew ? listNoticeRecipients(tx, shopId, 'order_placed') : [],
    findSettings(tx, shop, 'payment'),
    findSellerGaps(tx, shopId, orderId, locking),
    isShipped ? findExpectedDay(tx, shopId, orderId) : null,
    listCreditPayments(tx, shopId, [orderId]),
  ])
  const hasInvoice = gaps.length === 0
  const credit = paidByCredit(paid)
  return { order, lines, credit, subscribers, payTo: payment, hasInvoice, expectedOn }
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

/** The sentence of a refund email; `amount` is formatted, `to` the gift card or store credit that has it. */
export const refundSentence = (amount: string, to?: string) => {
  if (to === undefined) return `We’ve refunded ${amount}.`
  const isNew = to === NEW_GIFT_CARD
  return isNew
    ? `We’ve refunded ${amount} to a new gift card. It comes in an email of its own.`
    : `We’ve refunded ${amount} to your ${inSentence(to)}.`
}
