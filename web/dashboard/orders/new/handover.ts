import { PICK_UP } from '#contract/orders/order.ts'
import type { OrderDraft } from '#contract/orders/manual-order.ts'

/** How the customer gets the items; `counter`: they are paid and taken along at once. */
export type Handover = 'delivery' | 'pick_up' | 'counter'

export const handoverOptions: readonly { value: Handover; title: string; text: string }[] = [
  { value: 'delivery', title: 'Delivery', text: 'The items are sent to an address.' },
  {
    value: 'pick_up',
    title: 'Pick-up later',
    text: 'The customer comes to the shop when the items are ready.',
  },
  { value: 'counter', title: 'Counter sale', text: 'The customer pays now and takes the items along.' },
]

/** The choice of a form, or of the draft that it opens. */
export const handoverOf = (chosen: string | undefined, draft: OrderDraft | undefined): Handover =>
  handoverOptions.find(({ value }) => value === chosen)?.value ??
  (draft?.request.shippingMethod === PICK_UP ? 'pick_up' : 'delivery')

/** What staff may have received before they place the order, by the names that the quote has for it. */
const receivedPayments = ['cash', 'card', 'upi_paid', 'paid']

export const isReceived = (payment: string): boolean => receivedPayments.includes(payment)

/** The payment choices of an order. At the counter all of them are received, unless there is nothing to pay. */
export const paymentsFor = <P extends { id: string }>(handover: Handover, payments: readonly P[]): P[] =>
  payments.filter(({ id }) => handover !== 'counter' || isReceived(id) || id === 'none')
