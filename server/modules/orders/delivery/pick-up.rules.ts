import { PICK_UP, type OrderAddress } from '#contract/orders/order.ts'
import type { TaxationSettings } from '#server/modules/settings/index.ts'
import { ownPlace } from '#server/modules/tax/index.ts'
import { placeLines } from '#server/platform/address-formats/address-lines.ts'
import type { OrderRow } from '../order/order.queries.ts'
import type { DeliveryOption, Destination } from './delivery.rules.ts'

// An order that is picked up has the shop as its delivery address, with the name of who picks it up. Goods that are handed over
// at the shop are taxed there, so its tax needs no rule of its own: see decision 076.

/** Handing goods over at the shop. It costs nothing. */
export const pickUpOption: DeliveryOption = {
  id: PICK_UP,
  name: 'Pick-up',
  rule: { flat: 0, freeFrom: null },
  days: { from: 0, to: 0 },
  cash: true,
}

export const isPickUp = ({ shipping_method: method }: Pick<OrderRow, 'shipping_method'>): boolean =>
  method === PICK_UP

/** Where the shop hands goods over, as far as tax depends on it. */
export function pickUpPlace(taxation: TaxationSettings): Required<Destination> {
  const { country, state = '', postal = '' } = ownPlace(taxation)
  return { country, state, pincode: postal }
}

/** Someone who buys at the counter and leaves no name. */
const COUNTER_CUSTOMER = 'Counter customer'

/** The delivery address of an order that is picked up. */
export function pickUpAddress(
  taxation: TaxationSettings,
  { name, address }: { name: string; address: string },
  customer: string,
): OrderAddress {
  const { country, state, pincode } = pickUpPlace(taxation)
  const lines = address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return {
    fullName: customer || COUNTER_CUSTOMER,
    line1: lines.join(', ') || name,
    line2: '',
    city: '',
    state,
    pincode,
    country,
    company: '',
    taxId: '',
  }
}

type Addressed = Pick<OrderRow, 'shipping_method' | 'shipping_address'>

/** The lines of the delivery address below the name. The address of the shop is one text, which has its state already. */
export const deliveryLines = (order: Addressed): string[] =>
  isPickUp(order) ? [order.shipping_address.line1] : placeLines(order.shipping_address)

/** The lines of the billing address below the name; none if the customer gave no address. */
export const billingLines = (order: Addressed, billing: OrderAddress): string[] =>
  isPickUp(order) && billing.line1 === order.shipping_address.line1 ? [] : placeLines(billing)
