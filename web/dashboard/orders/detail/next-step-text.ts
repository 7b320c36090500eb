import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { money } from '#web/lib/format/money.ts'

/** One or two sentences that tell staff what to do next with an order. */
export function nextStepText(order: AdminOrder, clock: DateFormat): string {
  const {
    status,
    payments,
    paymentMethod,
    paymentName,
    payUntil,
    delivery,
    paid,
    refunded,
    refunds,
    currency,
  } = order
  const { locale } = clock
  const notRefunded = money(paid - refunded, { locale, currency })
  const expected = delivery ? ` Delivery expected by ${formatDate(delivery.to, clock)}.` : ''
  if (payments.some(({ isUnknown }) => isUnknown))
    return `Payment status unknown (${paymentName}). See Payments below.`
  const toSend = refunds.filter(({ isManual }) => isManual).reduce((sum, { amount }) => sum + amount, 0)
  if (toSend > 0) return `Refund ${money(toSend, { locale, currency })} to the customer. See Payments below.`
  if (order.hold) return 'Do not pack or ship it. Decide about the withdrawal first.'
  switch (status) {
    case 'pending': {
      const until = payUntil ? ` Stock is reserved until ${formatDate(payUntil, clock)}.` : ''
      if (order.isToConfirm)
        return `Waits for the customer to press the link in the email. Confirm it yourself after a call, or cancel it.${until}`
      if (order.deposit > 0)
        return `The customer has not paid the deposit of ${money(order.deposit, { locale, currency })} yet. The order is confirmed once it arrives.${until}`
      return paymentMethod === 'bank_transfer' || paymentMethod === 'upi'
        ? `Check your account for the payment.${until}`
        : `The customer has not paid yet (${paymentName}).${until}`
    }
    case 'confirmed':
      if (order.can.includes('markPaid'))
        return `${money(order.due, { locale, currency })} is not paid yet. The order ${order.isPickUp ? 'can be handed over' : 'ships'} once it is.`
      if (order.isPickUp)
        return order.readyAt
          ? `Waits for the customer since ${formatDate(order.readyAt, clock)}.`
          : 'Pack it, then tell the customer that it is ready for pick-up.'
      if (order.lines.every(({ lefttoship, waitingforstock }) => waitingforstock === lefttoship))
        return `${order.isPartlyShipped ? 'The rest' : 'All of it'} waits for stock.${expected}`
      return order.isPartlyShipped
        ? `Part of it has shipped. Pack and ship the rest.${expected}`
        : `Ready to pack and ship.${expected}`
    case 'shipped':
      return `In transit.${expected}`
    case 'delivered':
      return `${order.isPickUp ? 'Picked up' : 'Delivered'}. Nothing left to do.`
    case 'returned':
      return paid > refunded ? `Returned. ${notRefunded} not refunded yet.` : 'Returned. Nothing left to do.'
    case 'cancelled':
      return paid > refunded
        ? `Cancelled. ${notRefunded} not refunded yet.`
        : 'Cancelled. Nothing left to do.'
    case 'refunded':
      return 'Refunded. Nothing left to do.'
  }
}
