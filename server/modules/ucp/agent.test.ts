import { randomUUID, createPublicKey } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createShipment } from '#contract/orders/shipment.ts'
import { webhookJob } from '#server/modules/webhooks/index.ts'
import { verifySignature } from '#server/platform/http-signature/verify.ts'
import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { startEventReceiver } from '#test/harness/services/event-receiver.ts'
import {
  allCapabilities,
  platformKey,
  profileWith,
  sendAs,
  startProfileServer,
} from '#test/harness/ucp/platform.ts'
import { expectValid, schemaFolder } from '#test/harness/ucp/schemas.ts'
import { platformRequest } from './index.ts'
import { buyer, shippingTo } from '#test/harness/ucp/buyer.ts'

const AUTH_SECRET = 'a secret of the test that is long enough'
const profiles = await startProfileServer()
afterAll(profiles.stop)
const receiver = await startEventReceiver()
afterAll(receiver.stop)
const { app, db, url, stop } = await testApp({
  env: { RATE_LIMITS: 'off', AUTH_SECRET, WEBHOOKS_ALLOW_PRIVATE: '1' },
})
afterAll(stop)

const key = platformKey()
const profile = profileWith(allCapabilities, { signing_keys: [key.jwk] })
const [order] = profile.ucp.capabilities['dev.ucp.shopping.order'] as [object]
Object.assign(order, { config: { webhook_url: `${receiver.url}/orders` } })
const agent = profiles.publish('/agent.json', profile)

interface Answer {
  ucp: { status: string; capabilities: object; payment_handlers: Record<string, { id: string }[]> }
  id: string
  status: string
  products: { title: string; variants: { id: string }[] }[]
  totals: { type: string; amount: number }[]
  messages: { code: string }[]
  order: { id: string }
  signing_keys: { kid: string; kty: string; crv: string; x: string; y: string }[]
}

/** Sends a signed request, and expects the answer to match its published schema. */
async function send(
  path: string,
  body?: object,
  { method, schema }: { method?: 'PUT'; schema?: string } = {},
) {
  const headers: Record<string, string> = body ? { 'idempotency-key': randomUUID() } : {}
  const sent = await sendAs(app, agent, `/ucp${path}`, { body, headers, key, ...(method && { method }) })
  const answer = sent.json<Answer>()
  if (schemaFolder !== undefined && schema) expectValid(schema, answer)
  return answer
}

beforeAll(() => makeGoods(db))

const checkoutSchema = { schema: 'shopping/checkout.json' }

describe('an agent', () => {
  it('finds, buys with cash on delivery, and follows the order until it is shipped', async () => {
    const runner = createJobRunner({ databaseUrl: url, log: pino({ level: 'silent' }) })
    onTestFinished(runner.stop)
    const hash = keyedHash(AUTH_SECRET)
    const deps = { keyedHash: hash, mayReach: () => true, origin: 'https://tea.example' }
    runner.start(webhookJob(db, { ...deps, platformRequest: platformRequest(hash) }, { intervalMs: 20 }))

    const found = await send(
      '/catalog/search',
      { query: 'lamp' },
      { schema: 'shopping/catalog_search.json#/$defs/search_response' },
    )
    const lamp = found.products[0]!
    expect(lamp.title).toBe('Lamp')
    const items = { line_items: [{ item: { id: lamp.variants[0]!.id }, quantity: 2 }] }
    const cart = await send('/carts', items, { schema: 'shopping/cart.json' })
    const opened = await send('/checkout-sessions', { cart_id: cart.id }, checkoutSchema)
    expect(opened.status).toBe('incomplete')
    const fulfillment = shippingTo()
    const path = `/checkout-sessions/${opened.id}`
    const ready = await send(path, { ...items, buyer, fulfillment }, { method: 'PUT', ...checkoutSchema })
    expect(ready).toMatchObject({ status: 'ready_for_complete', messages: [] })
    const [handler] = Object.values(ready.ucp.payment_handlers).flat()
    expect(handler?.id).toBe('cod')
    const instruments = [{ id: 'i1', handler_id: handler!.id, type: 'cash_on_delivery' }]
    const placed = await send(`${path}/complete`, { payment: { instruments } }, checkoutSchema)
    expect(placed.status).toBe('completed')

    const staff = (await newcomer(db, app, { role_id: 1 })).browser
    const { id: number } = placed.order
    const sent = { number, lines: [{ lineId: 1, quantity: 2 }], trackingNumber: 'EX1', carrier: 'India Post' }
    expect((await staff.send(createShipment, sent, { 'idempotency-key': randomUUID() })).status).toBe(201)
    const now = await send(`/orders/${number}`, undefined, { schema: 'shopping/order.json' })
    expect(now).toMatchObject({ checkout_id: opened.id, line_items: [{ status: 'fulfilled' }] })

    await expect.poll(() => receiver.received.length).toBe(2)
    const shop = (
      await app.inject({ url: '/.well-known/ucp', headers: { host: 'localhost' } })
    ).json<Answer>()
    for (const { path: to, headers, body } of receiver.received) {
      const host = new URL(receiver.url).host
      const message = {
        request: { method: 'POST', authority: host, path: to, query: '' },
        headers,
        body: Buffer.from(body),
      }
      const keyId = await verifySignature(message, {
        required: ['@method', '@authority', '@path', 'content-digest', 'content-type', 'webhook-id'],
        findKey: (kid) => Promise.resolve(shop.signing_keys.find((one) => one.kid === kid)),
      })
      expect(shop.signing_keys.map(({ kid }) => kid)).toContain(keyId)
      expect(headers['webhook-id']).toMatch(
        /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      )
      expect(JSON.parse(body)).toMatchObject({ id: number, checkout_id: opened.id })
      if (schemaFolder !== undefined) expectValid('shopping/order.json', JSON.parse(body))
      expect(createPublicKey({ key: shop.signing_keys[0]!, format: 'jwk' }).asymmetricKeyType).toBe('ec')
    }
    expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ line_items: [{ status: 'fulfilled' }] })
  })

  it('reads an order only with its signature', async () => {
    const unsigned = await sendAs(app, agent, '/ucp/orders/7K2M-9QXT-04CD')
    expect(unsigned.json<Answer>()).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ code: 'unauthorized' }],
    })
    const foreign = await send('/orders/7K2M-9QXT-04CD', undefined, {
      schema: 'shopping/types/error_response.json',
    })
    expect(foreign.messages).toMatchObject([{ code: 'not_found' }])
  })
})
