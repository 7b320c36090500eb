import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { Refused, rememberedAnswers, type Asked, type Reply, type Route } from './payment-server.ts'
import { paypalAuthorizations, reservedOf } from './paypal-authorizations.ts'
import {
  newOrder,
  newRefund,
  verifying,
  type Capture,
  type Dispute,
  type Money,
  type PaypalOrder,
  type Refund,
} from './paypal-forms.ts'

// Follows Orders v2.13, Payments v2.5, Webhooks v1.11 and Disputes v1.10 of
// https://github.com/paypal/paypal-rest-api-specifications (February 2024): tokens, request ids, unknown fields and states.

export const paypalKeys = {
  clientId: 'AClientOfTheTests',
  clientSecret: 'secret-of-the-tests',
  webhookId: '1JE4291016473214C',
}

export const newId = () => randomBytes(8).toString('hex').toUpperCase()

export const refuse = (status: number, name: string, message: string, issue = name) =>
  new Refused(status, { name, message, debug_id: newId(), details: [{ issue, description: message }] })

const unprocessable = (issue: string, message: string) => refuse(422, 'UNPROCESSABLE_ENTITY', message, issue)

function read<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  const result = schema.safeParse(JSON.parse(body))
  if (result.success) return result.data
  throw refuse(400, 'INVALID_REQUEST', `Request is not well-formed: ${result.error.issues[0]?.message}`)
}

export const cents = ({ value }: Money): number => Math.round(Number(value) * 100)
export const euros = (amount: number): string => (amount / 100).toFixed(2)

/** The state of a PayPal account with one app. `pageOf` is the address of a payment page; `isSent` tells its own messages. */
export function paypalAccount(
  pageOf: (order: string) => string,
  isSent: (signature: string, text: string) => boolean,
) {
  const orders: PaypalOrder[] = []
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const tokens = new Set<string>()
  /** The first status of new refunds. */
  const begins: Pick<Refund, 'status'> = { status: 'COMPLETED' }
  /** Whether request ids are of no use. */
  const ids = { areForgotten: false }
  const answered = rememberedAnswers(() =>
    unprocessable('PAYPAL_REQUEST_ID_PREVIOUSLY_USED', 'The request id has another request'),
  )

  const missing = () => refuse(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.')
  const find = (id: string): PaypalOrder => {
    const order = orders.find((one) => one.id === id)
    if (!order || order.isDeleted) throw missing()
    return order
  }
  const latest = (number: string): PaypalOrder => {
    const order = orders.filter(({ custom_id: custom }) => custom === number).at(-1)
    if (!order) throw new Error(`Nothing was opened for ${number}`)
    return order
  }
  const ofCapture = (id: string): { order: PaypalOrder; capture: Capture } => {
    const order = orders.find(({ captures }) => captures.some((one) => one.id === id))
    const capture = order?.captures.find((one) => one.id === id)
    if (!order || !capture) throw missing()
    return { order, capture }
  }
  const refundsOf = ({ captures }: PaypalOrder) =>
    refunds.filter(({ capture }) => captures.some(({ id }) => id === capture))
  const leftOfCapture = ({ id, status, amount }: Capture) =>
    (status === 'COMPLETED' ? cents(amount) : 0) -
    refunds
      .filter((one) => one.capture === id && one.status !== 'FAILED')
      .reduce((sum, one) => sum + cents(one.amount), 0)
  const leftOf = ({ captures }: PaypalOrder) =>
    captures.reduce((sum, capture) => sum + leftOfCapture(capture), 0)
  const shownCapture = (order: PaypalOrder, capture = order.captures.at(-1)) => ({
    ...capture,
    supplementary_data: { related_ids: { order_id: order.id } },
  })
  const shown = (order: PaypalOrder): object => ({
    id: order.id,
    intent: order.intent,
    status: order.status,
    update_time: order.update_time,
    links: [{ href: pageOf(order.id), rel: 'payer-action', method: 'GET' }],
    purchase_units: [
      {
        reference_id: 'default',
        amount: order.amount,
        custom_id: order.custom_id,
        ...((order.captures.length > 0 || order.authorization) && {
          payments: {
            ...(order.authorization && { authorizations: [order.authorization] }),
            captures: order.captures.map((capture) => shownCapture(order, capture)),
            refunds: refundsOf(order),
          },
        }),
      },
    ],
  })

  const held = paypalAuthorizations({ orders, missing, unprocessable, read, shownCapture })

  function open(body: string): Reply {
    const { intent, purchase_units: units, payment_source: source } = read(newOrder, body)
    const { amount, custom_id } = units[0]!
    const { return_url } = source.paypal.experience_context
    const order: PaypalOrder = {
      id: newId(),
      intent,
      status: 'PAYER_ACTION_REQUIRED',
      approved: undefined,
      authorization: undefined,
      captures: [],
      isDeleted: false,
      update_time: new Date().toISOString(),
      custom_id,
      return_url,
      amount,
    }
    orders.push(order)
    return { status: 200, body: shown(order) }
  }

  function take(order: PaypalOrder, intent: PaypalOrder['intent']): Reply {
    if (order.intent !== intent)
      throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT', 'Order was created with another intent.')
    if (order.status === 'COMPLETED')
      throw intent === 'CAPTURE'
        ? unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
        : unprocessable('ORDER_ALREADY_AUTHORIZED', 'Order already authorized.')
    if (!order.approved)
      throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
    if (order.approved.status === 'DECLINED') {
      Object.assign(order, { status: 'PAYER_ACTION_REQUIRED', approved: undefined })
      throw unprocessable('INSTRUMENT_DECLINED', 'The instrument presented was declined.')
    }
    if (intent === 'CAPTURE') order.captures.push({ id: newId(), ...order.approved })
    else {
      const { amount, status } = order.approved
      order.authorization = {
        id: newId(),
        status: status === 'PENDING' ? 'PENDING' : 'CREATED',
        amount,
        expiration_time: new Date(Date.now() + 29 * 86_400_000).toISOString(),
      }
    }
    order.status = 'COMPLETED'
    return { status: 201, body: shown(order) }
  }

  function refund({ order, capture: refunded }: ReturnType<typeof ofCapture>, body: string): Reply {
    const left = leftOfCapture(refunded)
    const { amount = { currency_code: order.amount.currency_code, value: euros(left) }, custom_id } = read(
      newRefund,
      body,
    )
    if (left === 0)
      throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
    if (cents(amount) > left)
      throw unprocessable(
        'REFUND_AMOUNT_EXCEEDED',
        'The refund amount must be less than or equal to the capture amount.',
      )
    const made: Refund = { id: newId(), amount, custom_id, capture: refunded.id, ...begins }
    refunds.push(made)
    return { status: 201, body: made }
  }

  function verify(body: string): Reply {
    const { transmission_sig: signature, webhook_id: webhook } = read(verifying, body)
    // The bytes of the message, which PayPal has signed.
    const text = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1)
    const isOwn = webhook === paypalKeys.webhookId && isSent(signature, text)
    return { status: 200, body: { verification_status: isOwn ? 'SUCCESS' : 'FAILURE' } }
  }

  function signIn({ headers, body }: Asked): Reply {
    const basic = Buffer.from(`${paypalKeys.clientId}:${paypalKeys.clientSecret}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}` || body !== 'grant_type=client_credentials')
      throw refuse(401, 'invalid_client', 'Client Authentication failed')
    const access_token = `A21AA${newId()}`
    tokens.add(access_token)
    return {
      status: 200,
      body: { access_token, token_type: 'Bearer', app_id: 'APP-OFTHETESTS', expires_in: 32_400 },
    }
  }

  function route(asked: Asked): Route {
    const { call, headers, body } = asked
    if (call === 'POST /v1/oauth2/token') return { kind: 'look', work: () => signIn(asked) }
    if (!tokens.has(headers.authorization?.replace('Bearer ', '') ?? ''))
      throw refuse(
        401,
        'AUTHENTICATION_FAILURE',
        'Authentication failed due to invalid authentication credentials',
      )
    const id = headers['paypal-request-id']?.toString()
    const ok = (answer: object): Reply => ({ status: 200, body: answer })
    if (call === 'POST /v2/checkout/orders') {
      // Required together with a payment source.
      if (id === undefined) throw refuse(400, 'INVALID_REQUEST', 'PayPal-Request-Id is required')
      return { kind: 'open', work: () => answered.once(id, asked, () => open(body)) }
    }
    if (call === 'POST /v1/notifications/verify-webhook-signature') return { work: () => verify(body) }
    const [, what = '', one = ''] =
      /^(\w+ \/v[12]\/(?:checkout\/orders|payments\/authorizations|payments\/captures|payments\/refunds|customer\/disputes|notifications\/webhooks))\/(\w+)/.exec(
        call,
      ) ?? []
    const action = call.slice(what.length + one.length + 2)
    switch (`${what} ${action}`.trim()) {
      case 'GET /v2/checkout/orders':
        return { kind: 'look', work: () => ok(shown(find(one))) }
      case 'POST /v2/checkout/orders capture':
        return {
          kind: 'close',
          work: () =>
            answered.once(ids.areForgotten ? undefined : id, asked, () => take(find(one), 'CAPTURE')),
        }
      case 'POST /v2/checkout/orders authorize':
        return { kind: 'close', work: () => answered.once(id, asked, () => take(find(one), 'AUTHORIZE')) }
      case 'POST /v2/payments/authorizations capture':
        return {
          kind: 'capture',
          work: () => answered.once(id, asked, () => held.capture(one, body)),
        }
      case 'POST /v2/payments/authorizations void':
        return { kind: 'release', work: () => held.release(one) }
      case 'GET /v2/payments/captures':
        return { kind: 'refund', work: () => ok(shownCapture(ofCapture(one).order, ofCapture(one).capture)) }
      case 'POST /v2/payments/captures refund':
        return { kind: 'refund', work: () => answered.once(id, asked, () => refund(ofCapture(one), body)) }
      case 'GET /v2/payments/refunds': {
        const found = refunds.find((each) => each.id === one)
        if (!found) throw missing()
        return { kind: 'getRefund', work: () => ok(found) }
      }
      case 'GET /v1/customer/disputes': {
        const found = disputes.find(({ dispute_id: dispute }) => dispute === one)
        if (!found) throw missing()
        return { kind: 'dispute', work: () => ok(found) }
      }
      case 'GET /v1/notifications/webhooks':
        if (one !== paypalKeys.webhookId)
          throw refuse(404, 'INVALID_RESOURCE_ID', 'The requested resource ID was not found.')
        return {
          kind: 'look',
          work: () => ok({ id: one, url: 'https://shop.example/api/payments/paypal/webhook' }),
        }
      default:
        throw refuse(404, 'RESOURCE_NOT_FOUND', 'The requested URL does not exist.')
    }
  }

  return {
    orders,
    disputes,
    begins,
    ids,
    find,
    latest,
    refundsOf,
    reservedOf,
    capturesBegin: held.begins,
    leftOf,
    route,
    shownCapture,
    forgetKeys: answered.forget,
    /** Every token ends, as after nine hours. */
    endTokens: () => tokens.clear(),
  }
}
