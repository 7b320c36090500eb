import type { Database } from '#server/db/connect.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** A provider as a shop has connected it. */
export interface ConnectedProvider extends PaymentProvider {
  /** The row of `payment_account`; null: the keys are those of the environment. */
  accountId: number | null
  /** test: no money moves. */
  mode: 'test' | 'live'
  /** The key of Stripe with which browsers show the buttons of wallets; absent: there are none. */
  publishableKey?: string | undefined
}

/** What a payment stores about who opened it. */
export interface OpenedBy {
  /** The id of the provider. */
  provider: string
  /** Null: no page was opened yet, or the keys of the environment opened it. */
  accountId: number | null
}

/** The providers of one shop. */
export interface ShopProviders {
  /** Those that the checkout offers. */
  offered: readonly ConnectedProvider[]
  /** Whether the provider can be asked about a payment, also after it was replaced or disconnected. */
  canAsk(payment: OpenedBy): boolean
  /** The provider that is asked about a payment; undefined if it cannot be asked. */
  ofPayment(payment: OpenedBy): Promise<PaymentProvider | undefined>
  /** Those of one company that may have sent a message. */
  senders(provider: string): Promise<ConnectedProvider[]>
}

/** The providers of all shops. */
export interface OnlinePayments {
  ofShop(db: Database, shopId: number): Promise<ShopProviders>
}
