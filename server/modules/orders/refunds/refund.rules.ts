import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'

interface RefundState {
  status: string
  /** Null if no provider holds the money. */
  charge: string | null
  provider: string
}

/** Whether staff have to send a refund: no provider holds the money, is connected, or accepts the refund. */
export const awaitsStaff = (
  { status, charge, provider }: RefundState,
  providers: readonly Pick<PaymentProvider, 'id'>[],
): boolean =>
  status === 'failed' ||
  (status === 'waiting' && (charge === null || !providers.some(({ id }) => id === provider)))
