/** How an order of two of five units for 2,000.00 ends. */
export interface Outcome {
  status: string
  /** Minor units. */
  paid: number
  refunded: number
  /** On hand, available. */
  stock: number[]
  /** The templates of its emails; undefined: any. */
  emails: string[] | undefined
  /** What the provider holds. */
  held: number
  /** What was paid at the door; absent: nothing. */
  cash?: number
}

export const waiting: Outcome = {
  status: 'pending',
  paid: 0,
  refunded: 0,
  stock: [5, 3],
  emails: [],
  held: 0,
}

export const paid: Outcome = {
  status: 'confirmed',
  paid: 200_000,
  refunded: 0,
  stock: [3, 3],
  emails: ['confirmed'],
  held: 200_000,
}

/** Nobody has paid. */
export const ended: Outcome = {
  status: 'cancelled',
  paid: 0,
  refunded: 0,
  stock: [5, 5],
  emails: ['cancelled'],
  held: 0,
}

/** Another amount or currency went back. */
export const rejected: Outcome = { ...ended, emails: ['cancelled', 'refunded'] }

/** What was paid for a cancelled order went back. */
export const refunded: Outcome = { ...rejected, paid: 200_000, refunded: 200_000 }

export const cancelledAfterwards: Outcome = { ...refunded, emails: ['confirmed', 'cancelled', 'refunded'] }

/** Confirmed with money that is only reserved. */
export const authorized: Outcome = { ...paid, paid: 0, held: 0 }

/** Shipped, and taken. */
export const shippedAndPaid: Outcome = { ...paid, status: 'shipped', emails: ['confirmed', 'shipped'] }
