import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'

/** The dependencies of payments, in requests and in background jobs. */
export interface PaymentDeps {
  keyedHash: KeyedHash
  online: readonly PaymentProvider[]
}
