import { createHash, randomBytes } from 'node:crypto'

/** The parts of Stripe's objects that the shop uses. */
export interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  expires_at: number
  client_reference_id: string
  success_url: string
  cancel_url: string
  url: string
  payment_intent: Intent | null
  /** Not part of the object. */
  isManual: boolean
}

interface Charge {
  id: string
  object: 'charge'
  payment_method_details: { type: 'card'; card: { capture_before?: number } }
}

export interface Intent {
  id: string
  object: 'payment_intent'
  status: 'requires_payment_method' | 'processing' | 'requires_capture' | 'succeeded' | 'canceled'
  amount_capturable: number
  amount_received: number
  latest_charge: Charge | null
  currency: string
}

/** A payment that a wallet confirms, without a page. */
export interface WalletIntent extends Intent {
  amount: number
  client_secret: string
  capture_method: 'automatic' | 'manual'
  metadata: { order: string }
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  status: 'succeeded' | 'pending' | 'failed' | 'canceled'
  pending_reason?: 'processing' | 'insufficient_funds'
  failure_reason?: string
  payment_intent: string
  metadata: { key: string }
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  payment_intent: string
  reason: 'product_not_received'
  status: 'needs_response' | 'won' | 'lost'
  evidence_details: { due_by: number }
}

/** An error in Stripe's form. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

const invalid = (message: string) => new Refused(400, 'invalid_request_error', message)
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The fields of an intent whose bank has accepted an amount, or reserved it; `given` overrides them. */
function movedBy(given: Partial<Pick<Intent, 'status'>>, amount: number, isHeld: boolean) {
  const card = isHeld ? { capture_before: Math.floor(Date.now() / 1000) + 7 * 86_400 } : {}
  return {
    status: given.status ?? (isHeld ? ('requires_capture' as const) : ('succeeded' as const)),
    amount_capturable: isHeld ? amount : 0,
    amount_received: isHeld ? 0 : amount,
    latest_charge: {
      id: newId('ch'),
      object: 'charge' as const,
      payment_method_details: { type: 'card' as const, card },
    },
  }
}

/** The state of a Stripe account, following its documentation. */
export type StripeAccount = ReturnType<typeof stripeAccount>

export function stripeAccount(urlOf: (sessionId: string) => string) {
  const sessions: Session[] = []
  const intents: WalletIntent[] = []
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  /** The first status of new refunds. */
  const begins: Pick<Refund, 'status' | 'pending_reason'> = { status: 'succeeded' }
  const answered = new Map<string, { hash: string; answer: object }>()

  const find = (id: string): Session => {
    const session = sessions.find((one) => one.id === id)
    if (!session) throw new Refused(404, 'invalid_request_error', `No such checkout.session: ${id}`)
    return session
  }

  const findIntent = (id: string): Intent => {
    const intent =
      intents.find((one) => one.id === id) ??
      sessions.find(({ payment_intent: one }) => one?.id === id)?.payment_intent
    if (!intent) throw new Refused(404, 'invalid_request_error', `No such payment_intent: '${id}'`)
    return intent
  }

  return {
    sessions,
    intents,
    refunds,
    begins,
    findRefund(id: string): Refund {
      const refund = refunds.find((one) => one.id === id)
      if (!refund) throw new Refused(404, 'invalid_request_error', `No such refund: '${id}'`)
      return refund
    },
    find,
    findDispute(id: string): Dispute {
      const dispute = disputes.find((one) => one.id === id)
      if (!dispute) throw new Refused(404, 'invalid_request_error', `No such dispute: '${id}'`)
      return dispute
    },
    dispute({ id: intent, amount, currency }: { id: string; amount: number; currency: string }): Dispute {
      const made: Dispute = {
        id: newId('du'),
        object: 'dispute',
        amount,
        currency,
        payment_intent: intent,
        reason: 'product_not_received',
        status: 'needs_response',
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
      }
      disputes.push(made)
      return made
    },
    open(form: URLSearchParams): Session {
      const need = (name: string) => {
        const value = form.get(name)
        if (!value) throw invalid(`Missing required param: ${name}`)
        return value
      }
      const expires = Number(need('expires_at'))
      const ahead = expires - Date.now() / 1000
      if (ahead < 30 * 60 || ahead > 24 * 3600)
        throw invalid('expires_at is between 30 minutes and 24 hours ahead')
      const amount = Number(need('line_items[0][price_data][unit_amount]'))
      if (!Number.isSafeInteger(amount) || need('line_items[0][quantity]') !== '1')
        throw invalid('Invalid integer')
      if (need('mode') !== 'payment') throw invalid('Invalid mode')
      const id = newId('cs_test')
      const session: Session = {
        id,
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: amount,
        currency: need('line_items[0][price_data][currency]'),
        expires_at: expires,
        client_reference_id: need('client_reference_id'),
        success_url: need('success_url'),
        cancel_url: need('cancel_url'),
        url: urlOf(id),
        payment_intent: null,
        isManual: form.get('payment_intent_data[capture_method]') === 'manual',
      }
      sessions.push(session)
      return session
    },
    expire(id: string): Session {
      const session = find(id)
      if (session.status !== 'open')
        throw invalid('Only Checkout Sessions with a status in ["open"] can be expired')
      session.status = 'expired'
      return session
    },
    complete(session: Session, status: Intent['status'], wrong: { amount?: number; currency?: string } = {}) {
      if (session.status !== 'open') throw new Error(`The page is ${session.status}: nobody can pay there`)
      const { amount = session.amount_total, currency = session.currency } = wrong
      const isHeld = session.isManual && status === 'succeeded'
      const moved = status === 'succeeded' ? movedBy({}, amount, isHeld) : movedBy({ status }, 0, false)
      session.payment_intent = { id: newId('pi'), object: 'payment_intent', currency, ...moved }
      session.status = 'complete'
      session.payment_status = status === 'succeeded' && !isHeld ? 'paid' : 'unpaid'
    },
    findIntent,
    isOfWallet: (id: string) => intents.some((one) => one.id === id),
    openIntent(form: URLSearchParams): WalletIntent {
      const amount = Number(form.get('amount'))
      const currency = form.get('currency') ?? ''
      if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('Invalid integer')
      if (!/^[a-z]{3}$/.test(currency)) throw invalid('Missing required param: currency.')
      if (form.get('allowed_payment_method_types[0]') !== 'card') throw invalid('Only cards are tested here')
      const id = newId('pi')
      const intent: WalletIntent = {
        id,
        object: 'payment_intent',
        status: 'requires_payment_method',
        amount,
        amount_capturable: 0,
        amount_received: 0,
        currency,
        client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
        capture_method: form.get('capture_method') === 'manual' ? 'manual' : 'automatic',
        metadata: { order: form.get('metadata[order]') ?? '' },
        latest_charge: null,
      }
      intents.push(intent)
      return intent
    },
    /** The browser confirms a payment with its secret, and the bank decides. A declined one can be confirmed again. */
    confirmIntent(
      secret: string,
      decision: 'accepted' | 'declined' | 'delayed' = 'accepted',
      shownAmount?: number,
    ): WalletIntent {
      const intent = intents.find((one) => one.client_secret === secret)
      if (!intent) throw invalid('The client_secret provided does not match any associated PaymentIntent')
      if (intent.status !== 'requires_payment_method')
        throw invalid(
          `This PaymentIntent could not be confirmed because it has a status of ${intent.status}.`,
        )
      if (shownAmount !== undefined && shownAmount !== intent.amount)
        throw invalid('The amount of Elements does not match that of the PaymentIntent')
      if (decision === 'declined') throw new Refused(402, 'card_error', 'Your card was declined.')
      if (decision === 'delayed') return Object.assign(intent, { status: 'processing' as const })
      return Object.assign(intent, movedBy({}, intent.amount, intent.capture_method === 'manual'))
    },
    capture(id: string, form: URLSearchParams): Intent {
      const intent = findIntent(id)
      const amount = Number(form.get('amount_to_capture') ?? intent.amount_capturable)
      if (intent.status !== 'requires_capture')
        throw invalid(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`)
      if (!Number.isSafeInteger(amount) || amount < 1 || amount > intent.amount_capturable)
        throw invalid('The amount to capture is greater than the amount that can be captured')
      Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount })
      return intent
    },
    cancel(id: string): Intent {
      const intent = findIntent(id)
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`)
      return Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
    },
    refund(form: URLSearchParams): Refund {
      const intent = form.get('payment_intent') ?? ''
      const paid = findIntent(intent)
      const before = refunds.filter((one) => one.payment_intent === intent && one.status !== 'failed')
      const left = paid.amount_received - before.reduce((sum, one) => sum + one.amount, 0)
      const amount = Number(form.get('amount') ?? left)
      if (amount > left || amount === 0)
        throw invalid('Refund amount is greater than unrefunded amount on charge')
      const metadata = { key: form.get('metadata[key]') ?? '' }
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        amount,
        ...begins,
        payment_intent: intent,
        metadata,
      }
      refunds.push(refund)
      return refund
    },
    /** A day passes. */
    forgetKeys: () => answered.clear(),
    /** The same key and body runs once. */
    once(key: string | undefined, body: string, work: () => object): object {
      if (key === undefined) return work()
      const hash = createHash('sha256').update(body).digest('hex')
      const before = answered.get(key)
      if (before && before.hash !== hash)
        throw new Refused(400, 'idempotency_error', 'Keys can only be used with the same parameters')
      const answer = before?.answer ?? structuredClone(work())
      answered.set(key, { hash, answer })
      return answer
    },
  }
}
