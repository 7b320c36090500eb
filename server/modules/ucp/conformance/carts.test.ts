import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { buyer, shippingTo } from '#test/harness/ucp/buyer.ts'
import {
  amountOf,
  cash,
  codesOf,
  conformanceShop,
  itemsOf,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'
import { allCapabilities, profileWith } from '#test/harness/ucp/platform.ts'

// Carts are younger than the protocol's own suite. These cases follow its text and schemas of 2026-04-08.

const shop = await conformanceShop()
afterAll(shop.stop)
const { roses, gardenias } = shop
const keys = { signing_keys: [shop.key.jwk] }
const other = shop.profiles.publish('/other.json', profileWith(allCapabilities, keys))
const withoutCart = shop.profiles.publish(
  '/without-cart.json',
  profileWith(
    allCapabilities.filter((name) => !name.endsWith('.cart')),
    keys,
  ),
)
beforeAll(() => newCoupon(shop.db, { code: '10OFF', kind: 'percent', percent: 1_000 }))

describe.each<Transport>(['rest', 'mcp'])('a cart by %s', (transport) => {
  const call = (tool: string, sent: Parameters<typeof shop.call>[2]) => shop.call(transport, tool, sent)
  const create = async (more: object = {}) =>
    (await call('create_cart', { body: { line_items: itemsOf(roses), ...more } })).body
  const notFound = {
    ucp: { version: '2026-04-08', status: 'error' },
    messages: [{ type: 'error', code: 'not_found', content: expect.any(String), severity: 'unrecoverable' }],
  }

  test('is created, read and replaced as a whole', async () => {
    const created = await call('create_cart', { body: { line_items: itemsOf(roses, 2), buyer } })
    expect(created.status).toBe(transport === 'rest' ? 201 : 200)
    const { id, ...cart } = created.body
    expect([amountOf(cart, 'subtotal'), amountOf(cart, 'total')]).toEqual([7000, 7000])
    expect(cart.continue_url).toBe(`http://localhost/continue/${id}`)
    expect(Date.parse(cart.expires_at!)).toBeGreaterThan(Date.now())
    expect(Object.keys(cart.ucp.capabilities)).toEqual(['dev.ucp.shopping.cart', 'dev.ucp.shopping.discount'])
    expect(cart.ucp.payment_handlers).toBeUndefined()
    expect((await call('get_cart', { id })).body).toEqual(created.body)
    const { body: replaced } = await call('update_cart', { id, body: { line_items: itemsOf(gardenias) } })
    expect(replaced.line_items.map(({ item, quantity }) => [item.id, quantity])).toEqual([[gardenias, 1]])
    expect(codesOf(replaced)).toEqual(['out_of_stock'])
    expect(replaced.buyer).toEqual(buyer)
  })

  test('has discounts, and answers claims', async () => {
    const context = { eligibility: ['com.example.gold'] }
    const cart = await create({ discounts: { codes: ['10off', 'NOPE'] }, context })
    expect(amountOf(cart, 'items_discount')).toBe(-350)
    expect(cart.discounts).toMatchObject({ codes: ['10off', 'NOPE'], applied: [{ amount: 350 }] })
    expect(cart.messages.map(({ type, code, path }) => [type, code, path])).toEqual([
      ['warning', 'discount_code_invalid', '$.discounts.codes[1]'],
      ['warning', 'eligibility_not_accepted', '$.context.eligibility[0]'],
    ])
  })

  test('answers its last state when it is cancelled, and is gone', async () => {
    const { id, line_items: lines } = await create()
    const { status, body } = await call('cancel_cart', { id })
    expect([status, body.ucp.status, body.id, body.line_items]).toEqual([200, 'success', id, lines])
    expect(body.continue_url).toBeUndefined()
    for (const tool of ['get_cart', 'update_cart', 'cancel_cart']) {
      const sent = tool === 'update_cart' ? { body: { line_items: itemsOf(roses) } } : {}
      expect((await call(tool, { id, ...sent })).body).toEqual(notFound)
    }
    expect((await call('create_checkout', { body: { cart_id: id } })).body).toEqual(notFound)
  })

  test('of another platform, or past its time, does not exist', async () => {
    const { id } = await create()
    for (const tool of ['get_cart', 'update_cart', 'cancel_cart']) {
      const sent = tool === 'update_cart' ? { body: { line_items: itemsOf(roses) } } : {}
      expect((await call(tool, { id, profile: other, ...sent })).body).toEqual(notFound)
    }
    expect((await call('create_checkout', { body: { cart_id: id }, profile: other })).body).toEqual(notFound)
    await sql`update agent_cart set expires_at = now() where id = ${id}`.execute(shop.db)
    expect((await call('get_cart', { id })).body).toEqual(notFound)
  })

  test('of nothing that can be bought is no cart', async () => {
    const { status, body } = await call('create_cart', { body: { line_items: itemsOf('v2147483647') } })
    expect([status, body.ucp.status, codesOf(body)]).toEqual([200, 'error', ['item_unavailable']])
    const { id } = await create()
    await call('update_cart', { id, body: { line_items: itemsOf('nonsense') } })
    expect((await call('get_cart', { id })).body.line_items).toHaveLength(1)
  })

  test('becomes a checkout with its lines, buyer and context, and one at a time', async () => {
    const context = { address_country: 'IN', intent: 'a gift' }
    const { id } = await create({ buyer, context, discounts: { codes: ['10OFF'] } })
    const overlapping = {
      cart_id: id,
      line_items: itemsOf(roses, 9),
      buyer: { email: 'else@example.com' },
      context: { address_country: 'FR' },
      fulfillment: shippingTo(),
    }
    const { body: checkout } = await call('create_checkout', { body: overlapping })
    expect(checkout).toMatchObject({
      status: 'ready_for_complete',
      line_items: [{ quantity: 1 }],
      buyer,
      context,
      discounts: { codes: ['10OFF'], applied: [{ amount: 350 }] },
    })
    const again = await call('create_checkout', { body: { cart_id: id } })
    expect(again.body).toEqual(checkout)
    await call('complete_checkout', { id: checkout.id, body: cash })
    const next = await call('create_checkout', { body: { cart_id: id } })
    expect([next.body.id === checkout.id, next.body.status]).toEqual([false, 'incomplete'])
  })

  test('has no checkout for a platform that does not know carts', async () => {
    const { id } = await create()
    const body = { cart_id: id, line_items: itemsOf(roses, 3) }
    const { body: checkout } = await call('create_checkout', { body, profile: withoutCart })
    expect(checkout.line_items).toMatchObject([{ quantity: 3 }])
    const { body: refused } = await call('create_cart', { body, profile: withoutCart })
    expect(codesOf(refused)).toEqual(['capabilities_incompatible'])
  })

  test('says what delivery the shop lacks when a checkout begins with it', async () => {
    const { id } = await create({ context: { address_country: 'IN' } })
    const pickup = { cart_id: id, fulfillment: { methods: [{ type: 'pickup' }] } }
    const { body } = await call('create_checkout', { body: pickup })
    expect(body.messages).toContainEqual(
      expect.objectContaining({ code: 'invalid', content: expect.stringContaining('pickup') }),
    )
  })
})
