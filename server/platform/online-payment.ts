/** What a provider says about a payment. Amounts are minor units of the currency, as everywhere. */
export interface PaymentState {
  /** open: may still be paid; working: paid, but the money is not there yet; lost: it will never come. */
  state: 'open' | 'working' | 'paid' | 'lost'
  /** What was paid; undefined where it cannot be told in whole minor units. */
  amount: number | undefined
  currency: string
  /** What the provider calls the money itself; there once it is paid. */
  charge: string | undefined
}

/** What a provider has told by itself. */
export interface PaymentNews {
  /** Of the message, which may come more than once. */
  eventId: string
  kind: string
  /** Of the payment; undefined where the news is of no payment. */
  reference: string | undefined
  /** Of the refund, where the news is of one. */
  refund?: string
}

/** What a payment is opened with. */
export interface PaymentRequest {
  /** The same key with the same request opens the same payment again. */
  key: string
  orderNumber: string
  amount: number
  currency: string
  email: string
  /** Until then the pieces are kept. The page may stay open for longer: it is closed by `close`. */
  placedAt: Date
  keptUntil: Date
  /** Where the shopper comes back to, paid or not. */
  successUrl: string
  cancelUrl: string
}

/** Money that is paid back. */
export interface RefundRequest {
  key: string
  charge: string
  /** Absent: all of it. */
  amount: number | undefined
  currency: string
  /** It was tried before, and nobody knows with what outcome. */
  again: boolean
}

/** What has become of money that is paid back. */
export interface RefundState {
  /** What the provider calls it. */
  reference: string
  /** working: it is taken, and not sent yet; done may still become failed, days later. */
  state: 'working' | 'done' | 'failed'
  /** The provider's words for why it is not done. */
  reason?: string
}

/** A provider has understood what was asked, and will never do it. The message is the provider's. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/**
 * A company that takes payments on its own pages. Every call ends within some seconds, and rejects where the provider
 * cannot be asked, or with a `ProviderRefusal`.
 */
export interface OnlineProvider {
  /** As in the addresses of the API and in the payment's row: `stripe`. */
  id: string
  /** What the shopper reads: `Card`. */
  name: string
  /** One sentence below it. */
  text: string
  /** Whether exactly this amount can be paid there. */
  takes(amount: number, currency: string): boolean
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>
  look(reference: string): Promise<PaymentState>
  /** Ends a payment that nobody has made yet; answers what it has come to, which may be `paid`. */
  close(reference: string): Promise<PaymentState>
  /** Pays back; the same key does it once. */
  refund(request: RefundRequest): Promise<RefundState>
  lookAtRefund(reference: string): Promise<RefundState>
  /** What a message to the webhook says; undefined where it was not the provider who sent it. */
  read(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): PaymentNews | undefined
}
