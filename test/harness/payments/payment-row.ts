import { expect } from 'vitest'
import type { PaymentServer } from '../services/payments/payment-server.ts'
import type { MatrixOrder } from './matrix-order.ts'
import type { Outcome } from './outcomes.ts'

export type ProviderId = 'stripe' | 'razorpay' | 'paypal' | 'mollie'

/** A sequence of events, and how the order ends: at every provider, or at each; undefined where it cannot happen. */
export interface PaymentRow {
  name: string
  ends: Outcome | Record<ProviderId, Outcome | undefined>
  /** The shop takes the money when it ships. */
  isLater?: boolean
  /** It is a cash order, whose deposit the provider takes. */
  isDeposit?: boolean
  /** Why it cannot happen where `ends` has no end. */
  unless?: string
  /** A failure while the page is opened. */
  before?(server: PaymentServer): void
  steps(order: MatrixOrder): Promise<unknown>
}

export const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work))

export const at = (stripe: Outcome, others: Partial<Record<ProviderId, Outcome | undefined>>) => ({
  stripe,
  razorpay: stripe,
  paypal: stripe,
  mollie: stripe,
  ...others,
})

/** How a row ends at a provider; undefined where it cannot happen. */
export const endOf = ({ ends }: PaymentRow, provider: string): Outcome | undefined =>
  'status' in ends ? ends : ends[provider as ProviderId]

/** Fails unless a step of a row has the expected result. */
export function requireEqual(found: unknown, wanted: unknown): void {
  expect(found).toEqual(wanted)
}
