/** A payment as its provider reports it. Amounts are minor units of the currency, as everywhere. */
export interface PaymentState {
  /** open: can still be paid. processing: the bank has not decided yet. failed: it will never be paid. */
  state: 'open' | 'processing' | 'paid' | 'failed'
  /** What was paid; undefined if it is not a whole number of minor units. */
  amount: number | undefined
  currency: string
  /** The id of the money at the provider, which refunds need; set once it is paid. */
  charge: string | undefined
}

/** A verified event of a provider's webhook. */
export interface WebhookEvent {
  /** The same event may arrive more than once. */
  eventId: string
  kind: string
  /** The reference of the payment; undefined if the event is not about one. */
  reference: string | undefined
  /** The reference of the refund, if the event is about one. */
  refund?: string
}

export interface PaymentRequest {
  /** The same key with the same request opens the same payment again. */
  key: string
  orderNumber: string
  amount: number
  currency: string
  /** Empty: unknown. */
  email: string
  placedAt: Date
  /** The end of the stock reservation. The page may stay open longer; `close` closes it. */
  reservedUntil: Date
  /** Where the shopper returns to, paid or not. */
  successUrl: string
  cancelUrl: string
}

export interface RefundRequest {
  /** The provider refunds once per key. */
  key: string
  charge: string
  /** Undefined: all of it. */
  amount: number | undefined
  currency: string
  /** An earlier attempt had an unknown outcome. */
  isRetry: boolean
}

/** A refund as its provider reports it. */
export interface RefundState {
  /** The id of the refund at the provider. */
  reference: string
  /** processing: accepted, but not sent yet. A bank may reject a refund days after it is done. */
  state: 'processing' | 'done' | 'failed'
  /** Why it is not done, in the words of the provider. */
  reason?: string
}

/** The provider refuses a request for good. The message is the provider's. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/**
 * A company that takes payments on its own pages. Every call ends within some seconds. It rejects if the provider is
 * unreachable, or with a `ProviderRefusal`.
 */
export interface PaymentProvider {
  /** As in URLs and in the payment's row: `stripe`. */
  id: string
  /** The name that shoppers see: `Card`. */
  name: string
  /** One sentence below the name. */
  text: string
  /** Whether exactly this amount can be paid. */
  accepts(amount: number, currency: string): boolean
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>
  getPayment(reference: string): Promise<PaymentState>
  /** Closes an open payment page and answers the final state, which may be `paid`. */
  close(reference: string): Promise<PaymentState>
  refund(request: RefundRequest): Promise<RefundState>
  getRefund(reference: string): Promise<RefundState>
  /** Verifies and parses a webhook message; undefined if the provider did not send it. */
  parseEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): WebhookEvent | undefined
}
