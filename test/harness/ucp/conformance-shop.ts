import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { ucpOperations } from '#server/modules/ucp/index.ts'
import { testApp } from '../app/app.ts'
import { makeGoods, variantsOf, type Goods } from '../data/goods.ts'
import { buyer, shippingTo } from './buyer.ts'
import type { Body } from './checkout-call.ts'
import { allCapabilities, platformKey, profileWith, sendAs, startProfileServer } from './platform.ts'
import { expectValid, schemaFolder } from './schemas.ts'

/** The two ways by which the shop offers each operation. */
export type Transport = 'rest' | 'mcp'

/** An answer, of which a test reads what it needs. */
export interface ConformanceAnswer {
  status: number
  headers: Record<string, unknown>
  /** The body of REST, which is the structured content of MCP; of a failure, `{ code, content }`. */
  body: Body & {
    ucp: { version: string; status: string; capabilities: object; payment_handlers: Record<string, object[]> }
    code?: string
    content?: string
    buyer?: { email?: string; first_name?: string; consent?: Record<string, boolean> }
    context?: object
    links?: { type: string; url: string; title: string }[]
    expires_at?: string
  }
}

interface Sent {
  id?: string
  body?: object
  /** The Idempotency-Key; a new one by default, none if null. */
  key?: string | null
  /** The address of the profile of the platform; that of a platform that knows all by default. */
  profile?: string
  headers?: Record<string, string>
}

/** The schemas of the answers of each tool, with the extensions that all platforms of these tests know. */
const schemas: Record<string, string[]> = {
  checkout: [
    'shopping/checkout.json',
    ...['fulfillment', 'discount', 'buyer_consent'].map(
      (name) => `shopping/${name}.json#/$defs/dev.ucp.shopping.checkout`,
    ),
  ],
  cart: ['shopping/cart.json', 'shopping/discount.json#/$defs/dev.ucp.shopping.cart'],
  get_order: ['shopping/order.json'],
  search_catalog: ['shopping/catalog_search.json#/$defs/search_response'],
  lookup_catalog: ['shopping/catalog_lookup.json#/$defs/lookup_response'],
  get_product: ['shopping/catalog_lookup.json#/$defs/get_product_response'],
}

/** Expects an answer to match the published schema of its tool, or that of an outcome without a resource. */
function expectSchema(tool: string, body: ConformanceAnswer['body']): void {
  if (schemaFolder === undefined) return
  if (body.ucp.status === 'error') return expectValid('shopping/types/error_response.json', body)
  for (const name of schemas[tool] ?? schemas[tool.split('_')[1] ?? ''] ?? []) expectValid(name, body)
}

/** A shop with platforms that call it by REST and by MCP, as an independent test suite would. */
export async function conformanceShop({ env = {} }: { env?: Record<string, string> } = {}) {
  const profiles = await startProfileServer()
  const own = { WEBHOOKS_ALLOW_PRIVATE: 'yes', RATE_LIMITS: 'off', ...env }
  const { app, db, logged, url, stop } = await testApp({ env: own })
  const key = platformKey()
  const agent = profiles.publish('/agent.json', profileWith(allCapabilities, { signing_keys: [key.jwk] }))

  const rest = async (tool: string, { id, body, key: sentKey, profile, headers }: Sent) => {
    const { method, path } = ucpOperations.find((one) => one.tool === tool)!
    const isChange = method !== 'GET' && !path.startsWith('/catalog')
    const answer = await sendAs(app, profile ?? agent, `/ucp${path.replace(':id', id ?? '')}`, {
      method,
      body: method === 'GET' ? undefined : (body ?? {}),
      headers: {
        ...(isChange && sentKey !== null && { 'idempotency-key': sentKey ?? randomUUID() }),
        ...headers,
      },
      key,
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.json<ConformanceAnswer['body']>(),
    }
  }

  const mcp = async (tool: string, { id, body, key: sentKey, profile, headers }: Sent) => {
    const { argument } = ucpOperations.find((one) => one.tool === tool)!
    const meta = {
      'ucp-agent': { profile: profile ?? agent },
      ...(sentKey !== null && { 'idempotency-key': sentKey ?? randomUUID() }),
    }
    const given = {
      meta,
      ...(id !== undefined && { id }),
      ...(argument !== undefined && { [argument]: body }),
    }
    const params = { name: tool, arguments: given }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const sent = { body: message, key, ...(headers && { headers }) }
    const answer = await sendAs(app, profile ?? agent, '/ucp/mcp', sent)
    const { result, error } = answer.json<{
      result?: { structuredContent: ConformanceAnswer['body']; content: { text: string }[] }
      error?: { data: ConformanceAnswer['body'] }
    }>()
    if (result) expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (result?.structuredContent ?? error?.data)!,
    }
  }

  /** Calls an operation, and expects an answer with a resource or an outcome to match its schema. */
  const call = async (transport: Transport, tool: string, sent: Sent = {}): Promise<ConformanceAnswer> => {
    const answer = await { rest, mcp }[transport](tool, sent)
    if (answer.status < 300) expectSchema(tool, answer.body)
    return answer
  }

  const goods = await makeGoods(db)
  const roses = await addItem(db, goods, 'Bouquet of roses', 1000)
  const gardenias = await addItem(db, goods, 'Gardenias', 0)
  return {
    app,
    db,
    url,
    logged,
    profiles,
    agent,
    key,
    goods,
    /** 35.00 each, and enough of them. */
    roses,
    /** Sold out. */
    gardenias,
    call,
    async stop() {
      await stop()
      await profiles.stop()
    },
  }
}

/** Adds a product at 35.00 and returns the id of its variant in the protocol. */
async function addItem(db: Database, goods: Goods, name: string, stock: number): Promise<string> {
  const product = await goods.add(name, { variants: [{ price: 3500, stock }] })
  return `v${(await variantsOf(db, product))[0]}`
}

/** Line items of one item. */
export const itemsOf = (id: string, quantity = 1) => [{ item: { id }, quantity }]

/** A checkout with everything that an order needs. */
export const fullCheckout = (id: string, quantity = 1) => ({
  line_items: itemsOf(id, quantity),
  buyer,
  fulfillment: shippingTo(),
})

/** Cash on delivery, which needs no credential. */
export const cash = {
  payment: { instruments: [{ id: 'i1', handler_id: 'cod', type: 'cash_on_delivery', selected: true }] },
}

/** The amount of an entry of totals; undefined if there is none. */
export const amountOf = ({ totals }: Pick<Body, 'totals'>, type: string): number | undefined =>
  totals.find((entry) => entry.type === type)?.amount

export const codesOf = ({ messages }: Pick<Body, 'messages'>): string[] => messages.map(({ code }) => code)
