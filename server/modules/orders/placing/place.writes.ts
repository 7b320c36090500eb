import type { PlacedOrder } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { removeOrderedLines, type LineRow } from '#server/modules/cart/index.ts'
import { sourceName } from '#server/modules/credit/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { customerKeys, redeemCoupon } from '#server/modules/promotions/index.ts'
import { listNoticeRecipients } from '#server/modules/settings/index.ts'
import { changeReservation, reserve, sell, type StockLine } from '#server/modules/stock/index.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { accessTokenOf } from '../order/order-access.ts'
import { isToConfirm } from '../order/order.rules.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { addPaidAmount, insertOrder } from '../order/order.writes.ts'
import { sumParts } from '../credit/cover.rules.ts'
import { isGiftLine } from '../credit/gift-lines.rules.ts'
import { payByCredit } from '../credit/pay-by-credit.writes.ts'
import { insertPayment } from '../payments/payment.writes.ts'
import { decideOrder, type OrderDecision, type OrderDraft } from './place.rules.ts'

/** `paymentUrl` is absent until the payment page is open. */
export type Placed = Omit<PlacedOrder, 'paymentUrl'> & Partial<Pick<PlacedOrder, 'paymentUrl'>>

/** Places an order in the caller's transaction, of a shopper and of staff alike. AppErrors of `placeOrder`. */
export function place(tx: Transaction, draft: OrderDraft): Promise<{ orderId: number; placed: Placed }> {
  return writeOrder(tx, draft, decideOrder(draft, new Date()))
}

/** Writes an order with its payment, coupon, email and stock. */
async function writeOrder(
  tx: Transaction,
  { context, basis, shopperId, isCart, forCustomer }: OrderDraft,
  { order, lines, payNow, coupon, actor, credit }: OrderDecision,
): Promise<{ orderId: number; placed: Placed }> {
  const { rows, rules } = basis
  const { shop, services } = context
  const { shopId } = shop
  const { number, status, total, currency } = order
  const isOnline = payNow.kind === 'online'
  const [stored, subscribers] = await Promise.all([
    insertOrder(tx, shopId, order, lines),
    rules.notifiedStaff.length > 0 ? listNoticeRecipients(tx, shopId, 'order_placed') : [],
  ])
  const { id, serial } = stored
  const rest = total - sumParts(credit)
  const isPaid = credit.length > 0 && rest === 0
  await payByCredit(tx, { shopId, actor }, stored, credit, shop.locale)
  if (isPaid) await addPaidAmount(tx, shopId, id, total)
  const known = {
    order: {
      ...stored,
      ...(isPaid && { paid: total }),
      // Its email thanks for the purchase.
      ...(forCustomer?.handedOver && { delivered_at: stored.placed_at }),
    },
    credit: credit.map(({ source, amount }) => ({ name: sourceName(source), amount, givenBack: 0 })),
    lines,
    subscribers,
    payTo: rules.payment,
    hasInvoice: false,
  }
  const keys = customerKeys({ userId: order.user_id ?? undefined, email: order.email, phone: order.phone })
  const cartLines = isCart ? rows.map((row) => row.id) : []
  // Sent together, in this order. Coupon before stock, as in cancelling, so that the two never deadlock. Stock last,
  // because orders of the same items wait for its lock until the commit.
  await Promise.all([
    insertPayment(tx, shopId, id, {
      provider: payNow.id,
      amount: order.deposit || rest,
      online: isOnline,
      isDeposit: order.deposit > 0,
      // Gift cards are issued once they are paid, and many are never shipped.
      isLater: rules.payment.take_money === 'shipping' && !rows.some(isGiftLine),
    }),
    addEvent(tx, shopId, id, actor, { kind: 'placed', isPublic: true }),
    coupon && redeemCoupon(tx, shopId, coupon, id, keys),
    // A shopper pays online at once; a customer of staff gets the link to the order page, where one pays.
    (!isOnline || forCustomer) &&
      emailCustomer(tx, context, {
        orderId: id,
        kind: isToConfirm(order) ? 'to_confirm' : status === 'pending' ? 'received' : 'confirmed',
        known,
        isHeld: basis.holdsEmail,
      }),
    shopperId !== undefined && cartLines.length > 0 && removeOrderedLines(tx, shopId, shopperId, cartLines),
    takeStock(tx, { shopId, actor }, order, { rows, held: forCustomer?.held ?? [] }),
  ])
  const placed = {
    number,
    serial,
    status,
    total: toMajor(total, currency),
    currency,
    accessToken: accessTokenOf(services.keyedHash, shopId, number),
    ...(!isOnline && { paymentUrl: null }),
  }
  return { orderId: id, placed }
}

/** Reserves the units of a pending order, and sells those of a confirmed one. Units that its draft holds become its own. */
async function takeStock(
  tx: Transaction,
  write: WriteContext,
  { number, status }: OrderDecision['order'],
  { rows, held }: { rows: readonly LineRow[]; held: readonly StockLine[] },
): Promise<void> {
  const items = rows.flatMap(({ takesStock, variantId, quantity }) =>
    takesStock ? { variantId, quantity } : [],
  )
  const note = { reference: number }
  if (held.length > 0) {
    await changeReservation(tx, write, { from: held, to: items }, note)
    if (status !== 'pending') await sell(tx, write, items, { ...note, reserved: true })
  } else if (status === 'pending') await reserve(tx, write, items, note)
  else await sell(tx, write, items, { ...note, reserved: false })
}
