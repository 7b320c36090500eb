import {
  ProviderRefusal,
  type DisputeState,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
} from '../payment-provider.ts'
import { amountProblem, fromDecimal, toDecimal } from '../provider-amount.ts'
import { readAnswer, requireKeys, type Send } from '../provider-call.ts'
import * as answers from './paypal-answers.ts'
import { decimalsOf, keyOf, moneyOf } from './paypal-amount.ts'
import { authorizedState, paypalCaptures } from './paypal-captures.ts'
import { NAME, paypalSession, type PaypalApp } from './paypal-session.ts'
import { verifiedEvent } from './paypal-webhook.ts'

interface PaypalKeys extends PaypalApp {
  /** The id of the webhook that the app sends its messages by. */
  webhookId: string
}

/** https://developer.paypal.com/api/rest/reference/currency-codes/ (2026). */
const currencies =
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')

const ORDERS = '/v2/checkout/orders'
const CAPTURES = '/v2/payments/captures'

/**
 * PayPal's own page, by Orders v2: https://developer.paypal.com/docs/api/orders/v2/. The shopper approves an order there, and the
 * shop captures it: without that no money moves, so an order that the shop has given up needs no closing.
 */
export function makePaypal({ webhookId, ...app }: PaypalKeys): PaymentProvider {
  const session = paypalSession(app)
  const { beginTask, ask, find } = session
  const pathOf = (reference: string) => `${ORDERS}/${encodeURIComponent(reference)}`

  /**
   * Captures or authorises an approved order and returns it. Undefined if PayPal declines, so that the shopper may choose another way
   * to pay.
   */
  async function take(
    send: Send,
    { id, intent, update_time: approvedAt = '' }: answers.Order,
  ): Promise<answers.Order | undefined> {
    const action = intent === 'AUTHORIZE' ? 'authorize' : 'capture'
    const answer = await session.call(send, {
      method: 'POST',
      path: `${pathOf(id)}/${action}`,
      // Another approval after a decline is another request.
      headers: {
        'paypal-request-id': keyOf(`${id}-${action}-${approvedAt}`),
        prefer: 'return=representation',
      },
      body: {},
    })
    if (answer.status !== 422) return readAnswer(NAME, answer, answers.order, answers.refusalOf)
    const issue = answers.issueOf(answer.body)
    if (issue === 'ORDER_ALREADY_CAPTURED' || issue === 'ORDER_ALREADY_AUTHORIZED')
      return ask(send, answers.order, { method: 'GET', path: pathOf(id) })
    if (issue === undefined)
      throw new Error(`${NAME} has answered in a form that the shop does not know (422)`)
    return undefined
  }

  /** `unpaid` is the state of an order that can still be approved. */
  async function stateOf(
    send: Send,
    reference: string,
    { mayCapture, unpaid }: { mayCapture: boolean; unpaid: 'open' | 'failed' },
  ): Promise<PaymentState> {
    const order = await find(send, answers.order, pathOf(reference))
    // PayPal deletes orders that are not approved within hours.
    if (!order)
      return { state: 'failed', amount: undefined, currency: '', charge: undefined, isMissing: true }
    if (order.status !== 'APPROVED' || !mayCapture) return toPaymentState(order, unpaid)
    const taken = await take(send, order)
    return toPaymentState(taken ?? order, unpaid)
  }

  /** The order that a capture belongs to; undefined for a capture of somebody else's. */
  async function orderOf(send: Send, charge: string): Promise<string | undefined> {
    const found = await find(send, answers.capture, `${CAPTURES}/${encodeURIComponent(charge)}`)
    return found?.supplementary_data?.related_ids?.order_id
  }

  return {
    id: 'paypal',
    name: NAME,
    text: 'Pay with your PayPal account or a card, then return here.',

    problem: (amount, currency) =>
      currencies.includes(currency)
        ? amountProblem(NAME, {
            amount,
            currency,
            least: 1,
            isExact: toDecimal(amount, currency, decimalsOf(currency)) !== undefined,
          })
        : `PayPal takes no payments in ${currency}`,

    async identify() {
      const send = beginTask()
      const { app: name } = await requireKeys('PayPal does not accept the client id with this secret.', () =>
        session.signIn(send),
      )
      const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`
      if (!(await find(send, answers.webhook, path)))
        throw new ProviderRefusal('The app at PayPal has no webhook with this id.')
      return { mode: app.mode, name }
    },

    async open({ key, orderNumber, amount, currency, email, successUrl, cancelUrl, isLater }) {
      const body = {
        intent: isLater ? 'AUTHORIZE' : 'CAPTURE',
        purchase_units: [
          {
            custom_id: orderNumber,
            // PayPal takes money once for an invoice.
            invoice_id: keyOf(key),
            description: `Order ${orderNumber}`,
            amount: moneyOf(amount, currency),
          },
        ],
        payment_source: {
          paypal: {
            ...(email !== '' && { email_address: email }),
            experience_context: {
              return_url: successUrl,
              cancel_url: cancelUrl,
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
              // Otherwise an approval could wait for a bank for days before the shop can capture.
              payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
            },
          },
        },
      }
      const headers = { 'paypal-request-id': keyOf(key), prefer: 'return=representation' }
      const made = await ask(beginTask(), answers.order, { method: 'POST', path: ORDERS, headers, body })
      const link = made.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!link) throw new Error(`${NAME} opened ${made.id} without a payment page`)
      return { reference: made.id, url: link.href }
    },

    getPayment: (reference, { isOver } = { isOver: false }) =>
      stateOf(beginTask(), reference, { mayCapture: !isOver, unpaid: isOver ? 'failed' : 'open' }),

    close: (reference) => stateOf(beginTask(), reference, { mayCapture: true, unpaid: 'failed' }),

    later: paypalCaptures(session),

    async refund({ key, charge, amount, currency, isRetry }) {
      const send = beginTask()
      const custom_id = keyOf(key)
      if (isRetry) {
        // PayPal forgets request ids after some weeks.
        const order = await orderOf(send, charge)
        const { purchase_units: units } =
          order === undefined
            ? { purchase_units: [] }
            : await ask(send, answers.order, { method: 'GET', path: pathOf(order) })
        const earlier = units.flatMap(({ payments }) => payments?.refunds ?? [])
        const same = earlier.find((refund) => refund.custom_id === custom_id)
        if (same) return toRefundState(same)
      }
      const call = {
        method: 'POST',
        path: `${CAPTURES}/${encodeURIComponent(charge)}/refund`,
        headers: { 'paypal-request-id': custom_id, prefer: 'return=representation' },
        body: { custom_id, ...(amount !== undefined && { amount: moneyOf(amount, currency) }) },
      } as const
      return toRefundState(await ask(send, answers.refund, call))
    },

    async getRefund(reference) {
      const path = `/v2/payments/refunds/${encodeURIComponent(reference)}`
      return toRefundState(await ask(beginTask(), answers.refund, { method: 'GET', path }))
    },

    async getDispute(reference): Promise<DisputeState> {
      const send = beginTask()
      const path = `/v1/customer/disputes/${encodeURIComponent(reference)}`
      const found = await ask(send, answers.dispute, { method: 'GET', path })
      const charge = found.disputed_transactions?.[0]?.seller_transaction_id
      const { currency_code: currency, value } = found.dispute_amount
      const due = found.seller_response_due_date
      return {
        payment: charge === undefined ? undefined : await orderOf(send, charge),
        state: found.status === 'RESOLVED' ? outcomeOf(found.dispute_outcome?.outcome_code) : 'open',
        amount: fromDecimal(value, currency),
        currency,
        reason: (found.reason ?? '').replaceAll('_', ' ').toLowerCase(),
        replyBy: due !== undefined && found.status !== 'RESOLVED' ? new Date(due) : undefined,
      }
    },

    parseEvent: (body, headers) => verifiedEvent(beginTask(), session, webhookId, { body, headers }),
  }
}

function toPaymentState(
  { status, purchase_units: units }: answers.Order,
  unpaid: 'open' | 'failed',
): PaymentState {
  const captures = units.flatMap(({ payments }) => payments?.captures ?? [])
  const [authorization] = units.flatMap(({ payments }) => payments?.authorizations ?? [])
  if (authorization) return authorizedState(authorization, captures)
  const paid = captures.find((one) => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(one.status))
  if (paid) {
    const { currency_code: currency, value } = paid.amount
    return { state: 'paid', amount: fromDecimal(value, currency), currency, charge: paid.id }
  }
  const none = { amount: undefined, currency: '', charge: undefined }
  if (captures.some((one) => one.status === 'PENDING')) return { ...none, state: 'processing' }
  const isOver = status === 'COMPLETED' || status === 'VOIDED'
  return { ...none, state: isOver ? 'failed' : unpaid }
}

/** A dispute that PayPal pays itself costs the shop nothing. */
const outcomeOf = (code: string | undefined): 'won' | 'lost' =>
  code === 'RESOLVED_BUYER_FAVOUR' || code === 'ACCEPTED' ? 'lost' : 'won'

function toRefundState({ id: reference, status, status_details: details }: answers.Refund): RefundState {
  if (status === 'COMPLETED') return { reference, state: 'done' }
  const reason = details?.reason === undefined ? '' : ` (${details.reason})`
  if (status === 'PENDING')
    return { reference, state: 'processing', reason: `PayPal has not sent it yet${reason}` }
  const what = status === 'FAILED' ? 'failed' : 'been cancelled'
  return { reference, state: 'failed', reason: `PayPal: the refund has ${what}${reason}` }
}
