import type { OrderAddress } from '#contract/orders/order.ts'

interface SearchedOrder {
  number: string
  /** Absent: the database adds the one that it assigns. */
  serial?: string
  email: string
  phone: string
  shippingAddress: Pick<OrderAddress, 'fullName'>
  billingAddress: Pick<OrderAddress, 'fullName'>
}

/** The text that the order search of the dashboard matches. */
export function orderSearchText(order: SearchedOrder, lines: readonly { name: string }[]): string {
  const { number, serial, shippingAddress, billingAddress, email, phone } = order
  const names = [shippingAddress.fullName, billingAddress.fullName]
  const parts = [
    ...(serial ? [serial] : []),
    number,
    ...names,
    email,
    phone,
    ...lines.map(({ name }) => name),
  ]
  return parts.join(' ').toLowerCase()
}
