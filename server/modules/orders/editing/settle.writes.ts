import type { Settlement } from '#contract/orders/edit-order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { lockCreditOfOrder } from '#server/modules/credit/index.ts'
import { formatMoney, toMajor } from '#server/modules/pricing/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { addEvent } from '../order/order-event.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { amountDue, isPrepaid } from '../order/order.rules.ts'
import { providersOf } from '../payments/payment-deps.ts'
import {
  paidDirectly,
  paymentMethods,
  paymentName,
  takesAmount,
  type PaymentMethod,
} from '../payments/payment-method.ts'
import {
  findLatestPayment,
  listRefundablePayments,
  type RefundablePayment,
} from '../payments/payment.queries.ts'
import { changeDifference, changePaymentAmount } from '../payments/payment.writes.ts'
import { notOffered } from '../placing/quote.ts'
import { mayRefund } from '../refunds/refund-permission.ts'
import { awaitsStaff, refundedTo, settledOf, splitRefund, type AmountPart } from '../refunds/refund.rules.ts'
import { insertRefund, lockUnsentExcess, withdrawUnsentExcess } from '../refunds/refund.writes.ts'

/** What a new total does to the money of an order. Amounts are minor units. */
export interface SettlementPlan {
  total: number
  /** What is paid and stays paid, before its refunds. */
  settled: number
  /** What is left to pay of the new total. */
  due: number
  /** The ways to pay it, the chosen one first. Empty if nothing is due, or all of the order is. */
  methods: readonly PaymentMethod[]
  /** What goes back, the latest payment first. */
  refunds: readonly AmountPart<RefundablePayment>[]
}

/**
 * Plans the money of a locked order with a new total. An unpaid order has nothing to settle: its payment asks for the new total.
 * AppError 400 for a payment method that is not offered, 403 `refunds_needed`.
 */
export async function planSettlement(
  tx: Transaction,
  context: PersonalContext,
  order: OrderRow,
  { total, rules, methodId }: { total: number; rules: CheckoutRules; methodId?: string | undefined },
): Promise<SettlementPlan> {
  await lockCreditOfOrder(tx, order.config_id, order.id)
  await lockUnsentExcess(tx, order.config_id, order.id)
  const payments = await listRefundablePayments(tx, order.config_id, order.id)
  const settled = settledOf(order, payments)
  if (!isPrepaid(order)) {
    // A deposit may pay all of it. Otherwise a payment waits, which needs an amount.
    const least = order.deposit > 0 ? settled : settled + 1
    if (settled > 0 && total < least) throw paidInPart(order, settled, context.shop.locale)
    return { total, settled, due: amountDue({ ...order, total }), methods: [], refunds: [] }
  }
  const due = Math.max(0, total - settled - order.authorized)
  const refundable = payments.map((payment) => ({ ...payment, left: payment.left + payment.unsent }))
  const refunds = splitRefund(Math.max(0, settled - total), refundable)
  if (refunds.length > 0 && !mayRefund(context)) {
    const message = `The new total of order ${order.serial} refunds part of its payment, which needs the permission Refunds`
    throw new AppError(403, 'refunds_needed', message)
  }
  const methods = due > 0 ? await listMethods(tx, context, order, { due, rules, methodId }) : []
  return { total, settled, due, methods, refunds }
}

/** More would be paid than the order costs, or nothing would be left for the payment that waits. */
function paidInPart({ serial, currency, deposit }: OrderRow, paid: number, locale: string): AppError {
  const bound = deposit > 0 ? 'can’t fall below' : 'must stay above'
  const message = `${formatMoney(paid, currency, locale)} of order ${serial} is paid already, so its total ${bound} that. Cancel it and make a new order`
  return new AppError(409, 'paid_in_part', message)
}

/** The ways to pay what is due: the chosen one, else the present one, else the one of the order, then the others. */
async function listMethods(
  tx: Transaction,
  context: PersonalContext,
  order: OrderRow,
  { due, rules, methodId }: { due: number; rules: CheckoutRules; methodId: string | undefined },
): Promise<PaymentMethod[]> {
  const { currency } = context.shop
  const { offered: online } = await providersOf({ ...context, db: tx })
  const offered = paymentMethods(rules.payment, online, currency).filter(
    ({ id, kind }) => kind === 'transfer' || takesAmount(online, id, due, currency),
  )
  // Where nothing can be paid by link, staff take the money themselves.
  const possible = offered.length > 0 ? offered : [paidDirectly]
  if (methodId !== undefined && possible.every(({ id }) => id !== methodId))
    throw notOffered('paymentMethod', 'This payment method')
  const latest = await findLatestPayment(tx, order.config_id, order.id)
  const wishes = [methodId, latest?.provider, order.payment_method]
  const first = wishes.flatMap((wish) => possible.find(({ id }) => id === wish) ?? [])[0] ?? possible[0]
  return [...(first ? [first] : []), ...possible.filter((method) => method !== first)]
}

/** Writes what was planned. The order has its new total already. */
export async function settle(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  order: OrderRow,
  { due, methods, refunds }: SettlementPlan,
): Promise<void> {
  const { shopId, actor } = write
  // A deposit of the whole total has left nothing to wait for.
  if (order.deposit > 0)
    return changeDifference(tx, shopId, order.id, { provider: order.payment_method, amount: due })
  if (!isPrepaid(order)) return changePaymentAmount(tx, shopId, order.id, due)
  const note = (minor: number) => formatMoney(minor, order.currency, context.shop.locale)
  const withdrawn = await withdrawUnsentExcess(tx, shopId, order.id)
  await changeDifference(tx, shopId, order.id, { provider: methods[0]?.id ?? paidDirectly.id, amount: due })
  for (const { payment, amount } of refunds) {
    const refund = { paymentId: payment.id, amount, reason: 'Order edited', isExcess: true }
    await insertRefund(tx, write, order.id, refund)
  }
  const refund = sumOf(refunds)
  if (due > 0)
    await addEvent(tx, shopId, order.id, actor, { kind: 'payment_due', note: note(due), isPublic: true })
  if (withdrawn > 0 && refund < withdrawn)
    await addEvent(tx, shopId, order.id, actor, {
      kind: 'refund_withdrawn',
      note: note(withdrawn - refund),
      isPublic: true,
    })
  if (refund > withdrawn)
    await addEvent(tx, shopId, order.id, actor, {
      kind: 'refunded',
      note: note(refund - withdrawn),
      isPublic: true,
    })
}

const sumOf = (refunds: SettlementPlan['refunds']) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** A settlement for the API, in major units. */
export async function settlementToView(
  tx: Transaction,
  order: OrderRow,
  { due, refunds, methods }: SettlementPlan,
  context: PersonalContext,
): Promise<Settlement> {
  const providers = await providersOf({ ...context, db: tx })
  const major = (minor: number) => toMajor(minor, order.currency)
  return {
    due: major(due),
    refund: major(sumOf(refunds)),
    refundTo: refunds.map(({ payment, amount }) => ({
      name: refundedTo(payment) ?? paymentName(payment.provider, providers.offered),
      amount: major(amount),
      isManual: awaitsStaff({ ...payment, status: 'waiting' }, providers),
    })),
    paymentMethods: methods.map(({ id, name }) => ({ id, name })),
  }
}

/** The sentences of an email about a settlement. The order page shows how to pay. */
export function settlementDetails(
  order: OrderRow,
  { due, refunds }: SettlementPlan,
  { shop }: PersonalContext,
): string[] {
  const money = (minor: number) => formatMoney(minor, order.currency, shop.locale)
  if (!isPrepaid(order)) return []
  return [
    ...(due > 0
      ? [
          `Please pay ${money(due)} for the change. Your order page shows how. We ship your order once it is paid.`,
        ]
      : []),
    ...(refunds.length > 0 ? [`We’ll refund ${money(sumOf(refunds))}.`] : []),
  ]
}
