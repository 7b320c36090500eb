import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { checkoutForm } from '../data/order.ts'
import { newUser } from '../people/account.ts'
import { addProducts } from '../processes/order-races.ts'

/** What a call promises while the database has a fault. */
export type PromiseKind = 'cached' | 'read' | 'write'

/** The answer to a call. */
export interface Answer {
  status: number
  ms: number
  retryAfter: string | null
  /** The answer says that it may be stale. */
  isStale: boolean
  text: string
}

/** One of the calls that are made during faults. */
export interface FaultCall {
  name: string
  promises: PromiseKind
  /** One caller only, because its last answer must be the last write. */
  alone?: true
  send(): Promise<Answer>
}

/** The shop's calls, and what they have written. */
export interface FaultWorld {
  calls: readonly FaultCall[]
  productId: number
  /** The keys of all orders, and the order of those that were acknowledged. */
  orders: Map<string, string | undefined>
  /** The prices that may be in the database: the last one acknowledged, and those sent since. */
  prices: number[]
  /** Repeats an order with its key. */
  repeatOrder(key: string): Promise<Answer>
}

const STOCK = 1_000_000
/** A call without an answer fails the run and is named, instead of holding it up. */
const MAX_ANSWER_MS = 60_000

/** Prepares a shop at `address` with one process and the demo catalog. */
export async function prepareFaultWorld(db: Database, address: string): Promise<FaultWorld> {
  const { id: userId } = await newUser(db, { role_id: 1 })
  const token = makeToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), config_id: 1, user_id: userId, expires_at })
    .execute()
  const [productId = 0, cartProductId = 0] = await addProducts(db, 2, STOCK)
  const staff = `session=${token}`

  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const startedAt = performance.now()
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      ms: performance.now() - startedAt,
      retryAfter: response.headers.get('retry-after'),
      isStale: response.headers.get('cache-status')?.includes('stale') ?? false,
      text,
      cookies: response.headers.getSetCookie(),
    }
  }

  const added = await send('POST', '/api/cart/addToCart', { productid: cartProductId, quantity: 1 })
  const visitor = added.cookies.map((line) => line.split(';')[0]).join('; ')
  const orders = new Map<string, string | undefined>()
  const prices = [500]
  let count = 0

  const repeatOrder = async (key: string) => {
    const order = { ...checkoutForm, items: [{ productid: productId }] }
    const answer = await send('POST', '/api/orders', order, { 'idempotency-key': key })
    if (answer.status === 201)
      orders.set(key, (JSON.parse(answer.text) as { data: { number: string } }).data.number)
    return answer
  }

  const calls: FaultCall[] = [
    { name: 'cached page', promises: 'cached', send: () => send('GET', '/') },
    {
      name: 'cached product',
      promises: 'cached',
      send: () => send('GET', `/product-details/${cartProductId}`),
    },
    { name: 'cached shop', promises: 'cached', send: () => send('GET', '/api/shop') },
    { name: 'uncached page', promises: 'read', send: () => send('GET', `/products?min=${++count}`) },
    {
      name: 'session',
      promises: 'read',
      send: () => send('GET', '/api/auth/session', undefined, { cookie: staff }),
    },
    {
      name: 'read cart',
      promises: 'read',
      send: () => send('POST', '/api/cart/getcarts', {}, { cookie: visitor }),
    },
    {
      name: 'change cart',
      promises: 'write',
      send: () =>
        send(
          'POST',
          '/api/cart/updatecart',
          { productid: cartProductId, quantity: 1 + (++count % 9) },
          { cookie: visitor },
        ),
    },
    {
      name: 'order',
      promises: 'write',
      async send() {
        const key = randomUUID()
        orders.set(key, undefined)
        return repeatOrder(key)
      },
    },
    {
      name: 'product table',
      promises: 'read',
      send: () => send('GET', `/api/admin/products?q=${++count}`, undefined, { cookie: staff }),
    },
    {
      name: 'change price',
      promises: 'write',
      alone: true,
      async send() {
        const price = 500 + (++count % 1000)
        prices.push(price)
        const path = `/api/admin/products/${productId}`
        const answer = await send('PATCH', path, { price }, { cookie: staff })
        if (answer.status === 200) prices.splice(0, prices.indexOf(price))
        return answer
      },
    },
  ]
  return { calls, productId, orders, prices, repeatOrder }
}
