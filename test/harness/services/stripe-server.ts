import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { makeStripe } from '#server/platform/payments/stripe/stripe.ts'
import { fineMoods, hurriedWhenSlow, SLOW_MS, type Message, type Moods } from './payments/payment-server.ts'
import {
  Refused,
  stripeAccount,
  type Dispute,
  type Refund,
  type Session,
  type StripeAccount,
  type WalletIntent,
} from './stripe-account.ts'

/** A server that answers the shop's calls as Stripe's documentation says, and the actions of shoppers there. */
export interface StripeServer {
  provider: PaymentProvider
  /** The base URL, and keys that it accepts. */
  url: string
  keys: { secretKey: string; restrictedKey: string; webhookSecret: string }
  mood: Moods
  /** The latest payment page of an order number. */
  session(orderNumber: string): Session
  sessions(orderNumber: string): Session[]
  /** The payments of wallets that an order has opened, oldest first. */
  intents(orderNumber: string): WalletIntent[]
  /** The browser confirms the payment of a wallet with its secret. Throws if Stripe or the bank refuses. */
  confirm(
    clientSecret: string,
    decision?: 'accepted' | 'declined' | 'delayed',
    shownAmount?: number,
  ): WalletIntent
  /** Does something right before Stripe takes up the next call with this path, which waits for it. */
  interrupt(path: RegExp, act: () => unknown): void
  /** A signed webhook message about the latest payment of a wallet. */
  intentMessage(type: string, orderNumber: string): Message
  /** The shopper pays. Another amount or currency simulates fraud or a fault. */
  pay(orderNumber: string, wrong?: { amount?: number; currency?: string }): void
  /** The latest page closes a day after it was opened. */
  expire(orderNumber: string): void
  /** The shopper pays by a method that takes days, then succeeds or fails. */
  payLater(orderNumber: string): void
  settle(orderNumber: string, worked: boolean): void
  /** The money of an order left at Stripe, in minor units. */
  held(orderNumber: string): number
  /** A day passes, after which Stripe forgets keys. */
  forgetKeys(): void
  /** The refunds of an order, oldest first; tests change their status as a bank would. */
  refunds(orderNumber: string): Refund[]
  /** The customer asks the bank for the money. Tests change the status as the bank would. */
  dispute(orderNumber: string): Dispute
  /** The first status of later refunds. */
  refundsBegin(how: Pick<Refund, 'status' | 'pending_reason'>): void
  /** A signed webhook message about a refund or a dispute. */
  objectMessage(type: string, object: Refund | Dispute): Message
  /** A signed webhook message about the order's payment page. */
  message(type: string, orderNumber: string, options?: { id?: string; secret?: string }): Message
  /** A signed message about a payment that another program of the merchant has opened. */
  foreignIntentMessage(): Message
  /** A signed message about a page of another shop. */
  strangerMessage(): Message
  stop(): Promise<void>
}

const webhookSecret = 'whsec_of_the_tests'
const secretKey = 'sk_test_of_the_tests'
/** It may do everything but read the account. */
const restrictedKey = 'rk_test_of_the_tests'

/** Starts the server on a free port. */
export async function stripeServer(): Promise<StripeServer> {
  const mood = fineMoods()
  const account = stripeAccount((id) => `http://127.0.0.1:${port}/pay/${id}`)
  let interruption: { path: RegExp; act(): unknown } | undefined
  const server = createServer((request, response) => {
    const { path, act } = interruption ?? {}
    const isMeant = path?.test(request.url ?? '')
    if (isMeant) interruption = undefined
    void Promise.resolve(isMeant && act?.()).then(() => answer(account, mood, request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const address = { secretKey, webhookSecret, server: url }
  const provider = hurriedWhenSlow(
    mood,
    await makeStripe(address),
    await makeStripe({ ...address, timeoutMs: SLOW_MS }),
  )

  const sessions = (number: string) => account.sessions.filter((one) => one.client_reference_id === number)
  const session = (number: string) => {
    const latest = sessions(number).at(-1)
    if (!latest) throw new Error(`Nothing was opened for ${number}`)
    return latest
  }

  const intents = (number: string) => account.intents.filter(({ metadata }) => metadata.order === number)
  const allIntents = (number: string) => [
    ...sessions(number).flatMap(({ payment_intent: intent }) => intent ?? []),
    ...intents(number),
  ]

  const refunds = (number: string) => {
    const ids = new Set(allIntents(number).map(({ id }) => id))
    return account.refunds.filter((one) => ids.has(one.payment_intent))
  }

  return {
    provider,
    url,
    keys: { secretKey, restrictedKey, webhookSecret },
    mood,
    session,
    sessions,
    intents,
    confirm: account.confirmIntent,
    interrupt: (path, act) => void (interruption = { path, act }),
    intentMessage: (type, number) => signed(type, intents(number).at(-1) ?? {}),
    pay: (number, wrong) => account.complete(session(number), 'succeeded', wrong),
    expire: (number) => void (session(number).status = 'expired'),
    payLater: (number) => account.complete(session(number), 'processing'),
    settle(number, worked) {
      const paid = session(number)
      if (!paid.payment_intent) throw new Error('Nobody has paid yet')
      paid.payment_intent.status = worked ? 'succeeded' : 'requires_payment_method'
      paid.payment_intent.amount_received = worked ? paid.amount_total : 0
      paid.payment_status = worked ? 'paid' : 'unpaid'
    },
    forgetKeys: account.forgetKeys,
    refunds,
    refundsBegin: (how) => void Object.assign(account.begins, { pending_reason: undefined }, how),
    dispute(number) {
      const disputed = allIntents(number).at(-1)
      if (!disputed) throw new Error('Nobody has paid yet')
      const { id, currency, amount_received: amount } = disputed
      return account.dispute({ id, currency, amount })
    },
    objectMessage: (type, object) => signed(type, object),
    held(number) {
      const back = refunds(number).filter(({ status }) => status !== 'failed' && status !== 'canceled')
      const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
      return sum(allIntents(number).map((one) => one.amount_received)) - sum(back.map(({ amount }) => amount))
    },
    message(type, number, options) {
      const told = session(number)
      return signed(type, { ...told, payment_intent: told.payment_intent?.id ?? null }, options)
    },
    foreignIntentMessage: () =>
      signed('payment_intent.succeeded', { id: 'pi_other', object: 'payment_intent' }),
    strangerMessage: () =>
      signed('checkout.session.completed', { id: 'cs_test_other', object: 'checkout.session' }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function signed(
  type: string,
  object: object,
  { id = `evt_${randomBytes(12).toString('hex')}`, secret = webhookSecret } = {},
): Message {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}

async function answer(
  account: StripeAccount,
  mood: Moods,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const method = request.method ?? ''
  const body = await text(request)
  // Browsers ask every host for it.
  if (pathname === '/favicon.ico') return response.writeHead(204).end()
  if (pathname.startsWith('/pay/')) return showPage(account, pathname.slice(5), method, response)
  // Otherwise the library would retry after a pause.
  const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' }
  try {
    const { authorization } = request.headers
    if (authorization !== `Bearer ${secretKey}` && authorization !== `Bearer ${restrictedKey}`)
      throw new Refused(401, 'invalid_request_error', 'Invalid API Key provided')
    if (authorization === `Bearer ${restrictedKey}` && pathname === '/v1/account')
      throw new Refused(
        403,
        'invalid_request_error',
        'The provided key does not have the required permissions',
      )
    const key = request.headers['idempotency-key']?.toString()
    const done = route(account, mood, { call: `${method} ${pathname}`, searchParams, body, key })
    if (done === 'silence') return
    if (done === 'cut') response.socket?.destroy()
    else response.writeHead(200, headers).end(typeof done === 'string' ? done : JSON.stringify(done))
  } catch (error) {
    const { status, type, message } =
      error instanceof Refused ? error : new Refused(500, 'api_error', String(error))
    response.writeHead(status, headers).end(JSON.stringify({ error: { type, message } }))
  }
}

interface Asked {
  call: string
  searchParams: URLSearchParams
  body: string
  key: string | undefined
}

/** An answer, a page that is none, or what happens to the connection. */
type Outcome = object | '<html>Hello</html>' | 'cut' | 'silence'

function route(account: StripeAccount, mood: Moods, { call, searchParams, body, key }: Asked): Outcome {
  const form = new URLSearchParams(body)
  const act = (what: keyof Moods, work: () => object): Outcome => {
    if (mood[what] === 'slow') return 'silence'
    if (mood[what] === 'dead') return 'cut'
    if (mood[what] === 'down') throw new Refused(503, 'api_error', 'Stripe is away')
    if (mood[what] === 'no') throw new Refused(400, 'invalid_request_error', 'Stripe will not do this')
    if (mood[what] === 'fine') return work()
    try {
      work()
    } catch (error) {
      // A refusal is lost like any other answer.
      if (!(error instanceof Refused)) throw error
    }
    return mood[what] === 'nonsense' ? '<html>Hello</html>' : 'cut'
  }
  if (call === 'POST /v1/checkout/sessions')
    return act('open', () => account.once(key, body, () => account.open(form)))
  if (call === 'POST /v1/payment_intents')
    return act('open', () => account.once(key, body, () => account.openIntent(form)))
  if (call === 'POST /v1/refunds')
    return act('refund', () => account.once(key, body, () => account.refund(form)))
  if (call === 'GET /v1/account')
    return act('look', () => ({
      id: 'acct_1',
      object: 'account',
      settings: { dashboard: { display_name: 'Mug shop' } },
      business_profile: { name: null },
    }))
  if (call === 'GET /v1/checkout/sessions') {
    const intent = searchParams.get('payment_intent')
    const data = account.sessions.filter((one) => intent === null || one.payment_intent?.id === intent)
    return { object: 'list', data: data.slice(0, 1), has_more: false, url: '/v1/checkout/sessions' }
  }
  const [, dispute] = /^GET \/v1\/disputes\/(\w+)$/.exec(call) ?? []
  if (dispute) return act('dispute', () => account.findDispute(dispute))
  if (call === 'GET /v1/refunds') {
    const data = account.refunds.filter((one) => one.payment_intent === searchParams.get('payment_intent'))
    return { object: 'list', data, has_more: false, url: '/v1/refunds' }
  }
  const [, refund] = /^GET \/v1\/refunds\/(\w+)$/.exec(call) ?? []
  if (refund) return act('getRefund', () => account.findRefund(refund))
  const [, method, intent = '', action] =
    /^(GET|POST) \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
  if (method === 'GET')
    return act(account.isOfWallet(intent) ? 'look' : 'capture', () => account.findIntent(intent))
  if (action === 'capture')
    return act('capture', () => account.once(key, body, () => account.capture(intent, form)))
  if (action === 'cancel')
    return act(account.isOfWallet(intent) ? 'close' : 'release', () => account.cancel(intent))
  const [, id = '', last] = /\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(call) ?? []
  if (id && last) return act('close', () => account.expire(id))
  if (id) return act('look', () => account.find(id))
  throw new Refused(404, 'invalid_request_error', `Unrecognized request URL (${call})`)
}

/** The payment page in the browser. */
function showPage(account: StripeAccount, id: string, method: string, response: ServerResponse): void {
  const session = account.find(id)
  if (method === 'POST') {
    account.complete(session, 'succeeded')
    response.writeHead(303, { location: session.success_url }).end()
    return
  }
  const page = `<!doctype html><html lang="en"><title>Pay</title><h1>${session.client_reference_id}</h1>
    <form method="post"><button>Pay</button></form><a href="${session.cancel_url.replaceAll('&', '&amp;')}">Back</a>`
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}
