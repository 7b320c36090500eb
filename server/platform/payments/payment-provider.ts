/** A payment as its provider reports it. Amounts are minor units of the currency, as everywhere. */
export interface PaymentState {
  /**
   * open: can still be paid. processing: the bank has not decided yet. authorized: the money is reserved, and some of it can still
   * be captured. failed: it will never be paid.
   */
  state: 'open' | 'processing' | 'authorized' | 'paid' | 'failed'
  /** What was paid or authorised; undefined if it is not a whole number of minor units. */
  amount: number | undefined
  currency: string
  /** The id of the money at the provider, which refunds and captures need; set once it is paid or authorised. */
  charge: string | undefined
  /** What was captured of an authorised payment, where the provider captures in parts. */
  captures?: readonly { charge: string; amount: number }[]
  /** The provider has no such payment: it has deleted it, or another account has opened it. */
  isMissing?: true
  /** Until when authorised money can be captured; undefined: the provider does not say. */
  expiresAt?: Date | undefined
  /** The references of refunds and disputes that the provider reports with it. */
  refunds?: readonly string[]
  disputes?: readonly string[]
}

/** A verified event of a provider's webhook. */
export interface WebhookEvent {
  /** The same event may arrive more than once. */
  eventId: string
  kind: string
  /** The reference of the payment; undefined if the event is not about one. */
  reference: string | undefined
  /** The references of the refunds that it is about. */
  refunds: readonly string[]
  /** The references of the disputes that it is about. */
  disputes: readonly string[]
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
  /** The provider only reserves the money, if it can (`later`) and the way to pay can. */
  isLater: boolean
}

/** A payment that a wallet of the browser makes, without a page of the provider. */
export type WalletRequest = Pick<PaymentRequest, 'key' | 'orderNumber' | 'amount' | 'currency' | 'isLater'>

/** A provider whose script shows the buttons of wallets, such as Apple Pay. */
export interface Wallets {
  /** Minor units of the currency as the script counts them; undefined if it cannot take exactly this amount. */
  scriptAmount(amount: number, currency: string): number | undefined
  /**
   * Opens a payment that the script confirms with the secret. The other calls take its reference like that of a page. The same key
   * with the same request opens the same payment again.
   */
  open(request: WalletRequest): Promise<{ reference: string; clientSecret: string }>
}

/** A part of the money of an authorised payment that the shop takes. */
export interface CaptureRequest {
  /** The provider captures once per key. */
  key: string
  /** The reference of the payment, and the charge of its authorisation. */
  reference: string
  authorization: string
  amount: number
  currency: string
  /** Nothing more will be captured, so the rest goes back. */
  isLast: boolean
  /** An earlier attempt had an unknown outcome, or is not decided yet. */
  isRetry: boolean
}

/** A capture as its provider reports it. */
export interface CaptureState {
  /** processing: accepted, but the bank has not decided yet. */
  state: 'processing' | 'done' | 'failed'
  /** What refunds of it need; set once it is done. */
  charge: string | undefined
  /** Why it is not done, in the words of the provider. */
  reason?: string
}

/** A provider that can reserve money and take it later. */
export interface LaterCapture {
  /** parts: an authorisation can be captured in parts. once: the first capture ends it. */
  captures: 'parts' | 'once'
  /** Rejects if the outcome is unknown. */
  capture(request: CaptureRequest): Promise<CaptureState>
  /** Gives back what is not captured. Does nothing if nothing is reserved any more. */
  release(authorization: string): Promise<void>
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

/** A customer who asks the bank for the money of a payment, as the provider reports it. */
export interface DisputeState {
  /** The reference of the payment; undefined if the shop did not open it. */
  payment: string | undefined
  /** won: the shop has the money. lost: the customer has it. */
  state: 'open' | 'won' | 'lost'
  /** Minor units; undefined if it is not a whole number of them. */
  amount: number | undefined
  currency: string
  /** In the words of the provider; empty: not given. */
  reason: string
  /** Until when the shop can reply; undefined: it cannot. */
  replyBy: Date | undefined
}

/** An account at a provider. */
export interface ProviderAccount {
  /** test: its payments move no money. */
  mode: 'test' | 'live'
  /** The name of the account at the provider, or its id. */
  name: string
}

/** The provider refuses a request for good. The message is the provider's. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** The provider does not accept the keys for a call. They may be repaired, so nothing is decided. */
export class KeysRefused extends Error {
  override name = 'KeysRefused'
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
  /** Why an amount in minor units cannot be paid, for shoppers and staff; null if exactly this amount can. */
  problem(amount: number, currency: string): string | null
  /**
   * Asks whose keys these are. Rejects with a `ProviderRefusal` if the provider does not accept them, and with another error
   * if it is unreachable.
   */
  identify(): Promise<ProviderAccount>
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>
  /** `isOver`: the shop has given the payment up, so that nothing is taken any more of what the shopper has approved. */
  getPayment(reference: string, options?: { isOver: boolean }): Promise<PaymentState>
  /** Undefined: the provider takes the money at once. */
  later?: LaterCapture
  /** Undefined: wallets pay on the page of the provider only. */
  wallets?: Wallets
  /** Closes an open payment and answers the final state, which may be `paid` or `authorized`. */
  close(reference: string): Promise<PaymentState>
  refund(request: RefundRequest): Promise<RefundState>
  getRefund(reference: string): Promise<RefundState>
  getDispute(reference: string): Promise<DisputeState>
  /**
   * Verifies and parses a webhook message; undefined if the provider did not send it. Rejects if the provider has to be asked
   * and is unreachable.
   */
  parseEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<WebhookEvent | undefined>
}
