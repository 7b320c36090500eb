import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { addProducts } from '../processes/order-races.ts'
import { sendAs } from './platform.ts'
import { buyer, shippingTo } from './buyer.ts'

/** A shop that agents race in. */
export interface AgentShop {
  app: FastifyInstance
  db: Database
  /** The addresses of the profiles of two platforms. */
  platforms: readonly [string, string]
}

interface Answer {
  status: number
  body: {
    id?: string
    status?: string
    order?: { id: string }
    messages?: { code: string }[]
    code?: string
  }
}

/** An open checkout of a platform that is ready to be completed. */
interface Ready {
  profile: string
  id: string
}

const instruments = [{ id: 'i1', handler_id: 'cod', type: 'cash_on_delivery' }]

/** Makes a call until it is answered by something else than a fault of the shop, always under the same key. */
async function insist({ app }: AgentShop, profile: string, path: string, body: object): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() }
  // The key of a call that was lost is free again after a minute.
  for (const until = Date.now() + 90_000; Date.now() < until;) {
    const answer = await sendAs(app, profile, path, { body, headers })
    const { statusCode: status } = answer
    const parsed = answer.json<Answer['body']>()
    const isUnderWay = status === 409 && parsed.code !== 'idempotency_key_reused'
    if (status < 500 && !isUnderWay) return { status, body: parsed }
    await sleep(50)
  }
  throw new Error(`${path} was never answered`)
}

async function open(shop: AgentShop, profile: string, variantId: number): Promise<Ready> {
  const { body } = await insist(shop, profile, '/ucp/checkout-sessions', {
    line_items: [{ item: { id: `v${variantId}` }, quantity: 1 }],
    buyer,
    fulfillment: shippingTo(),
  })
  if (body.status !== 'ready_for_complete' || body.id === undefined)
    throw new Error(`A checkout begins as ${JSON.stringify(body)}`)
  return { profile, id: body.id }
}

const complete = (shop: AgentShop, { profile, id }: Ready) =>
  insist(shop, profile, `/ucp/checkout-sessions/${id}/complete`, { payment: { instruments } })
const cancel = (shop: AgentShop, { profile, id }: Ready) =>
  insist(shop, profile, `/ucp/checkout-sessions/${id}/cancel`, {})

/** The kinds of races, each with sessions for a variant of which there is one unit. */
const races = {
  'complete against complete': async (shop: AgentShop, variantId: number) => {
    const ready = await open(shop, shop.platforms[0], variantId)
    return {
      sessions: [ready],
      answers: await Promise.all([complete(shop, ready), complete(shop, ready), complete(shop, ready)]),
      orders: 1,
    }
  },
  'complete against the last unit': async (shop: AgentShop, variantId: number) => {
    const sessions = await Promise.all(shop.platforms.map((profile) => open(shop, profile, variantId)))
    return {
      sessions,
      answers: await Promise.all(sessions.map((ready) => complete(shop, ready))),
      orders: 1,
    }
  },
  'complete against cancel': async (shop: AgentShop, variantId: number) => {
    const ready = await open(shop, shop.platforms[1], variantId)
    // A cancellation is faster, so it sets out later.
    const later = sleep(Math.random() * 120).then(() => cancel(shop, ready))
    const answers = await Promise.all([complete(shop, ready), later])
    return { sessions: [ready], answers, orders: undefined }
  },
}

/**
 * Runs that many races, some at the same time. Throws at a second order for a session, at more orders than units, and at an answer
 * that says something else than the database. Returns the number of orders by kind of race.
 */
export async function raceAgents(shop: AgentShop, count: number): Promise<Record<string, number>> {
  const kinds = Object.entries(races)
  const placed: Record<string, number> = {}
  const AT_ONCE = 6
  for (let from = 0; from < count; from += AT_ONCE) {
    const products = await addProducts(shop.db, Math.min(AT_ONCE, count - from), 1)
    await Promise.all(
      products.map(async (productId, index) => {
        const [name, race] = kinds[(from + index) % kinds.length]!
        const variantId = await variantOf(shop.db, productId)
        const { sessions, answers, orders } = await race(shop, variantId)
        const made = await requireTruth(shop.db, { name, variantId, sessions, answers })
        if (orders !== undefined && made !== orders) throw new Error(`${name}: ${made} orders`)
        placed[name] = (placed[name] ?? 0) + made
      }),
    )
  }
  return placed
}

async function variantOf(db: Database, productId: number): Promise<number> {
  const { id } = await db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  return id
}

interface Outcome {
  name: string
  variantId: number
  sessions: readonly Ready[]
  answers: readonly Answer[]
}

async function requireTruth(db: Database, { name, variantId, sessions, answers }: Outcome): Promise<number> {
  const { rows } = await sql<{ number: string; session: string | null; available: number }>`
    select o.number, s.id as session, l.available from order_line x
    join shop_order o on o.id = x.order_id
    left join checkout_session s on s.order_id = o.id
    join stock_level l on l.variant_id = x.variant_id
    where x.variant_id = ${variantId}`.execute(db)
  const ids = sessions.map(({ id }) => id)
  if (rows.length > 1) throw new Error(`${name}: ${rows.length} orders for one unit`)
  if (rows.some(({ session, available }) => session === null || !ids.includes(session) || available !== 0))
    throw new Error(`${name}: ${JSON.stringify(rows)}`)
  const { rows: stored } = await sql<{ id: string; state: string }>`
    select id, state from checkout_session where id = any(${ids})`.execute(db)
  for (const { body } of answers) {
    const order = rows.find(({ session }) => session === body.id)
    const state = stored.find(({ id }) => id === body.id)?.state
    const isTrue =
      (body.status === 'completed' && body.order?.id === order?.number && state === 'ordered') ||
      (body.status === 'canceled' && order === undefined && state === 'cancelled') ||
      (body.status === 'incomplete' && body.order === undefined && order === undefined)
    if (!isTrue) throw new Error(`${name}: ${JSON.stringify(body)}, but ${state} with ${order?.number}`)
  }
  return rows.length
}
