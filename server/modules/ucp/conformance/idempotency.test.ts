import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { buyer } from '#test/harness/ucp/buyer.ts'
import {
  cash,
  conformanceShop,
  fullCheckout,
  itemsOf,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'
import { allCapabilities, profileWith } from '#test/harness/ucp/platform.ts'

// Keys in the cases of the protocol's own suite, for each operation that changes something. What a key does in general is in
// door/once-per-key.test.ts.

const shop = await conformanceShop()
afterAll(shop.stop)
const { roses } = shop
const items = (quantity: number) => ({ line_items: itemsOf(roses, quantity) })

describe.each<Transport>(['rest', 'mcp'])('a repeated key by %s', (transport) => {
  const call = (tool: string, sent: Parameters<typeof shop.call>[2]) => shop.call(transport, tool, sent)
  const openCheckout = async () => (await call('create_checkout', { body: fullCheckout(roses) })).body.id
  const openCart = async () => (await call('create_cart', { body: items(1) })).body.id
  const none = async () => undefined

  test.each([
    ['create_checkout', none, items(1), items(2)],
    ['update_checkout', openCheckout, items(2), items(3)],
    ['complete_checkout', openCheckout, cash, { payment: { instruments: [{ handler_id: 'none' }] } }],
    ['create_cart', none, items(1), { ...items(1), buyer }],
    ['update_cart', openCart, items(2), items(3)],
  ] as const)('%s has one effect, and conflicts with another content', async (tool, open, body, other) => {
    const id = await open()
    const key = randomUUID()
    const sent = { ...(id && { id }), key }
    const first = await call(tool, { ...sent, body })
    expect(first.status).toBeLessThan(300)
    const again = await call(tool, { ...sent, body })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    const conflict = await call(tool, { ...sent, body: other })
    expect([conflict.status, conflict.body]).toEqual([
      409,
      { code: 'idempotency_conflict', content: expect.any(String) },
    ])
    const read = tool.endsWith('cart') ? 'get_cart' : 'get_checkout'
    const { body: now } = await call(read, { id: first.body.id })
    expect([now.line_items, now.status]).toEqual([first.body.line_items, first.body.status])
  })

  test.each([
    ['cancel_checkout', openCheckout],
    ['cancel_cart', openCart],
  ] as const)('%s answers again with the first answer', async (tool, open) => {
    const id = await open()
    const key = randomUUID()
    const first = await call(tool, { id, key })
    expect(first.body.ucp.status).toBe('success')
    expect((await call(tool, { id, key })).body).toEqual(first.body)
    const other = await call(tool, { id: await open(), key })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  })

  test.each(['complete_checkout', 'cancel_checkout', 'cancel_cart'])('%s needs one', async (tool) => {
    const id = await (tool === 'cancel_cart' ? openCart() : openCheckout())
    const body = tool === 'complete_checkout' ? { body: cash } : {}
    const answer = await call(tool, { id, key: null, ...body })
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_required'])
  })

  test('belongs to its platform', async () => {
    const other = shop.profiles.publish(
      `/${transport}.json`,
      profileWith(allCapabilities, {
        signing_keys: (JSON.parse(await (await fetch(shop.agent)).text()) as { signing_keys: object[] })
          .signing_keys,
      }),
    )
    const key = randomUUID()
    const mine = await call('create_checkout', { key, body: items(1) })
    const theirs = await call('create_checkout', { key, body: items(2), profile: other })
    expect(theirs.status).toBe(mine.status)
    expect(theirs.body.id).not.toBe(mine.body.id)
    expect(theirs.body.line_items[0]?.quantity).toBe(2)
  })
})
