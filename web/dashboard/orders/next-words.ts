import { dayOf, type Clock } from '../../lib/clock.ts'
import type { AdminOrder } from '#contract/admin-order.ts'
import { money } from '../../lib/money.ts'

/** What an order waits for, in a sentence or two. */
export function sayNext(order: AdminOrder, clock: Clock): string {
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
  const kept = money(paid - refunded, { locale, currency })
  const by = delivery ? ` The customer expects it by ${dayOf(delivery.to, clock)}.` : ''
  if (payments.some(({ isUnknown }) => isUnknown))
    return `Nobody knows whether it was paid (${paymentName}): see below, under Money.`
  const owed = refunds.filter(({ byHand }) => byHand).reduce((sum, { amount }) => sum + amount, 0)
  if (owed > 0) {
    return `${money(owed, { locale, currency })} have to be sent back to the customer: see below, under Money.`
  }
  switch (status) {
    case 'pending': {
      const until = payUntil ? ` Its pieces are kept until ${dayOf(payUntil, clock)}.` : ''
      return paymentMethod === 'bank_transfer'
        ? `Look whether the money has arrived on your account.${until}`
        : `The customer has not paid yet (${paymentName}).${until}`
    }
    case 'confirmed':
      return `Pack it and send it.${by}`
    case 'shipped':
      return `It is on its way.${by}`
    case 'delivered':
      return 'It has arrived: nothing is left to do.'
    case 'returned':
      return paid > refunded
        ? `It came back. ${kept} of the customer's money are still here.`
        : 'It came back: nothing is left to do.'
    case 'cancelled':
      return paid > refunded
        ? `It will not be sent. ${kept} of the customer's money are still here.`
        : 'It will not be sent: nothing is left to do.'
    case 'refunded':
      return 'The money was paid back: nothing is left to do.'
  }
}
