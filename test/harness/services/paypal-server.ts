import { createHmac } from 'node:crypto'
import { makePaypal } from '#server/platform/payments/paypal/paypal.ts'
import {
  fineMoods,
  hurriedWhenSlow,
  SLOW_MS,
  startPaymentServer,
  type Message,
  type PaymentServer,
} from './payments/payment-server.ts'
import { cents, euros, newId, paypalAccount, paypalKeys, refuse } from './payments/paypal-account.ts'

const keys = { ...paypalKeys, mode: 'test' as const }

interface PaypalServer extends PaymentServer {
  keys: typeof keys
  url: string
  /** The shopper approves, and PayPal declines the capture. */
  approveDeclined(order: string): void
  /** Somebody voids the authorisation in the dashboard of PayPal. */
  voidAuthorization(order: string): void
  /** The id of the latest capture. */
  chargeOf(order: string): string
  /** Somebody captures an amount there, in minor units. `isLast` releases the rest. `isSlow`: the bank has not decided yet. */
  captureElsewhere(order: string, amount: number, how?: { isLast?: boolean; isSlow?: boolean }): void
  /** Request ids are of no use. */
  forgetAlways(): void
  /** Every token of the app ends. */
  endTokens(): void
}

/** A PayPal account with its server. */
export async function paypalServer(): Promise<PaypalServer> {
  const mood = fineMoods()
  const account = paypalAccount(
    (id) => `${server.url}/pay/${id}`,
    (signature, text) => signature === sign(text, paypalKeys.webhookId),
  )
  const {
    orders,
    disputes,
    begins,
    capturesBegin,
    find,
    latest,
    refundsOf,
    reservedOf,
    leftOf,
    route,
    shownCapture,
  } = account

  const server = await startPaymentServer({
    mood,
    route,
    down: refuse(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable').reply,
    no: refuse(422, 'UNPROCESSABLE_ENTITY', 'PayPal will not do this', 'TRANSACTION_REFUSED').reply,
    page(id, isPaying) {
      const order = find(id)
      if (isPaying) pay(order.custom_id)
      return order.return_url
    },
  })

  const approve = (
    number: string,
    status: 'COMPLETED' | 'PENDING' | 'DECLINED',
    { amount, currency }: { amount?: number; currency?: string } = {},
  ) => {
    const order = latest(number)
    if (order.status !== 'PAYER_ACTION_REQUIRED' || order.isDeleted)
      throw new Error(`The order is ${order.status}: nobody can approve it`)
    const value = amount === undefined ? order.amount.value : euros(amount)
    const currency_code = currency?.toUpperCase() ?? order.amount.currency_code
    Object.assign(order, { status: 'APPROVED', approved: { status, amount: { currency_code, value } } })
    order.update_time = new Date(Date.parse(order.update_time) + 1000).toISOString()
  }
  const pay: PaymentServer['pay'] = (order, wrong) => approve(order, 'COMPLETED', wrong)
  const ofNumber = (number: string) => orders.filter(({ custom_id: custom }) => custom === number)
  const refunds = (number: string) => ofNumber(number).flatMap(refundsOf)
  const disputeOf = (number: string) => {
    const ids = latest(number).captures.map(({ id }) => id)
    return disputes.find((one) => ids.includes(one.disputed_transactions[0]?.seller_transaction_id ?? ''))!
  }

  return {
    ...server,
    keys,
    mood,
    currency: 'EUR',
    provider: hurriedWhenSlow(
      mood,
      makePaypal({ ...keys, server: server.url }),
      makePaypal({ ...keys, server: server.url, timeoutMs: SLOW_MS }),
    ),
    closesPages: true,
    opened: (order) => ofNumber(order).length,
    isOpen: (order) => latest(order).status === 'PAYER_ACTION_REQUIRED',
    pay,
    approveDeclined: (order) => approve(order, 'DECLINED'),
    forgetAlways: () => void (account.ids.areForgotten = true),
    endTokens: account.endTokens,
    payLater: (order) => approve(order, 'PENDING'),
    settle(order, worked) {
      const { captures, authorization } = latest(order)
      const capture = captures.at(-1)
      if (authorization) authorization.status = worked ? 'CREATED' : 'DENIED'
      else if (capture) capture.status = worked ? 'COMPLETED' : 'DECLINED'
      else throw new Error('Nothing was captured yet')
    },
    expire: (order) => void (latest(order).isDeleted = true),
    held: (order) => ofNumber(order).reduce((sum, one) => sum + leftOf(one), 0),
    authorizes: true,
    authorized: (order) => reservedOf(latest(order)),
    captures: (order) =>
      latest(order)
        .captures.filter(({ status }) => status === 'COMPLETED')
        .map(({ amount }) => cents(amount)),
    expireAuthorization: (order) =>
      void (latest(order).authorization!.expiration_time = new Date(0).toISOString()),
    voidAuthorization: (order) => void (latest(order).authorization!.status = 'VOIDED'),
    chargeOf: (order) => latest(order).captures.at(-1)!.id,
    captureElsewhere(order, amount, { isLast = false, isSlow = false } = {}) {
      const { authorization, captures } = latest(order)
      captures.push({
        id: newId(),
        status: isSlow ? 'PENDING' : 'COMPLETED',
        amount: { currency_code: 'EUR', value: euros(amount) },
      })
      authorization!.status = isLast ? 'CAPTURED' : 'PARTIALLY_CAPTURED'
    },
    captureSlowly: {
      begin: (how) => void (capturesBegin.status = how === 'done' ? 'COMPLETED' : 'PENDING'),
      end: (order, worked) =>
        void (latest(order).captures.at(-1)!.status = worked ? 'COMPLETED' : 'DECLINED'),
    },
    forgetKeys: account.forgetKeys,
    refunds: (order) => refunds(order).map(({ id, amount }) => ({ id, amount: cents(amount) })),
    refundsBegin: (how) => void (begins.status = how === 'done' ? 'COMPLETED' : 'PENDING'),
    endRefund(order, worked) {
      const last = refunds(order).at(-1)!
      Object.assign(
        last,
        worked ? { status: 'COMPLETED' } : { status: 'FAILED', status_details: { reason: 'ECHECK' } },
      )
    },
    dispute(order) {
      const { captures, amount } = latest(order)
      disputes.push({
        dispute_id: `PP-D-${newId()}`.replaceAll('-', '_'),
        disputed_transactions: [{ seller_transaction_id: captures[0]?.id ?? '' }],
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        status: 'WAITING_FOR_SELLER_RESPONSE',
        dispute_amount: amount,
        seller_response_due_date: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      })
    },
    decideDispute(order, isWon) {
      const outcome_code = isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
      Object.assign(disputeOf(order), { status: 'RESOLVED', dispute_outcome: { outcome_code } })
    },
    message(about, order, options) {
      if (about === 'refund') return signed('PAYMENT.CAPTURE.REFUNDED', refunds(order).at(-1)!, options)
      if (about === 'dispute') return signed('CUSTOMER.DISPUTE.CREATED', disputeOf(order), options)
      if (about === 'stranger') return signed('CHECKOUT.ORDER.APPROVED', { id: newId() }, options)
      const one = latest(order)
      return one.captures.length > 0
        ? signed('PAYMENT.CAPTURE.COMPLETED', shownCapture(one), options)
        : signed('CHECKOUT.ORDER.APPROVED', { id: one.id, status: one.status }, options)
    },
  }
}

const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64')

/** PayPal signs with a certificate; here only the server has to recognise its own messages. */
function signed(
  event_type: string,
  resource: object,
  { id = `WH-${newId()}`, isForeign = false } = {},
): Message {
  const payload = JSON.stringify({ id, event_version: '1.0', event_type, resource })
  const headers = {
    'content-type': 'application/json',
    'paypal-transmission-id': newId(),
    'paypal-transmission-time': new Date().toISOString(),
    'paypal-transmission-sig': sign(payload, isForeign ? 'somebody' : paypalKeys.webhookId),
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-auth-algo': 'SHA256withRSA',
  }
  return { payload, headers }
}
