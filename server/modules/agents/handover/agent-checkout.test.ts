import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { addAgentCheckout, getAgentCheckout } from '#contract/orders/agent-checkout.ts'
import { getOrder } from '#contract/orders/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { addPlatform, callCheckout, type Caller } from '#test/harness/ucp/checkout-call.ts'
import { buyer, destination, shippingTo } from '#test/harness/ucp/buyer.ts'

const { app, db, logged, stop } = await testApp()
afterAll(stop)
let goods: Goods
let mug: number
let agent: Caller
beforeAll(async () => {
  goods = await makeGoods(db)
  mug = (await variantsOf(db, goods.mug))[0]!
  agent = { platformId: await addPlatform(db, 'https://agent.example/ucp.json') }
})

const items = (variantId = mug, quantity = 1) => [{ item: { id: `v${variantId}` }, quantity }]
const fulfillment = shippingTo()

async function prepare(sent: object = {}, tool = 'create_checkout'): Promise<string> {
  return (await callCheckout(db, tool, { line_items: items(), buyer, fulfillment, ...sent }, agent)).id
}
const prepareCart = (lines = items()) => prepare({ line_items: lines, fulfillment: undefined }, 'create_cart')
const expire = (table: 'checkout_session' | 'agent_cart', id: string) =>
  sql`update ${sql.table(table)} set expires_at = now() - interval '1 second' where id = ${id}`.execute(db)
const read = async (id: string, who = stranger(app)) => {
  const { status, answer } = await who.send(getAgentCheckout, { id })
  return { status, data: status === 200 ? answer.data : undefined }
}
const cartOf = async (who: Client) =>
  (await who.send(getCarts)).answer.data.map(({ variantid, quantity }) => [variantid, quantity])

describe('reading', () => {
  test('tells the buyer what an agent has prepared, under the names of the checkout', async () => {
    const { code } = await newCoupon(db, { code: 'AGENT10' })
    const id = await prepare({ line_items: items(mug, 2), discounts: { codes: [code] } })
    const { data } = await read(id)
    expect(data).toMatchObject({
      kind: 'checkout',
      state: 'open',
      lines: [{ productid: goods.mug, quantity: 2, orderable: 2, productprice: 450, linetotal: 900 }],
      unknown: 0,
      total: 900,
      fields: {
        email: 'asha@example.com',
        phone: '+919876543210',
        shipping: {
          fullName: 'Asha Rao',
          line1: '4 Rose Lane',
          state: 'MH',
          pincode: '411001',
          country: 'IN',
        },
        coupon: 'AGENT10',
        shippingMethod: '',
      },
      recipient: ['Asha Rao', '4 Rose Lane', 'Pune 411001', 'Maharashtra', 'India'],
      order: null,
    })
  })

  test('leaves empty what the agent does not know, and keeps what is incomplete', async () => {
    const id = await prepare({
      buyer: {},
      fulfillment: { methods: [{ type: 'shipping', destinations: [{ postal_code: '4' }] }] },
    })
    const { data } = await read(id)
    expect(data?.fields).toMatchObject({ email: '', shipping: { fullName: '', pincode: '4', country: '' } })
    expect(data?.recipient).toEqual([])
  })

  test('leaves out an address to which the shop does not deliver', async () => {
    const abroad = { ...destination, first_name: 'Léa', address_country: 'FR' }
    const { data } = await read(
      await prepare({ fulfillment: { methods: [{ type: 'shipping', destinations: [abroad] }] } }),
    )
    expect(data).toMatchObject({
      problem: expect.stringMatching(/^We don’t deliver to France/),
      fields: { shipping: { fullName: 'Léa', line1: '', country: '' } },
      recipient: ['Léa'],
    })
  })

  test('a cart has items and a name', async () => {
    const { data } = await read(await prepareCart())
    expect(data).toMatchObject({ kind: 'cart', lines: [{ quantity: 1 }], recipient: ['Asha Rao'] })
  })

  test('says what cannot be ordered, and does not count it', async () => {
    const [, clay] = goods.lampVariants
    const lines = [...items(mug, 9), ...items(clay), { item: { id: 'v999999' }, quantity: 1 }]
    const { data } = await read(await prepare({ line_items: lines }))
    expect(data).toMatchObject({
      lines: [
        { quantity: 9, orderable: 5, linetotal: 2250, problem: 'Only 5 left' },
        { orderable: 0, linetotal: 0, problem: 'Sold out' },
      ],
      unknown: 1,
      total: 2250,
    })
  })

  test('does not know ids of other shops, expired and made-up ones', async () => {
    const [open, late, lateCart] = [await prepare(), await prepare(), await prepareCart()]
    await Promise.all([expire('checkout_session', late), expire('agent_cart', lateCart)])
    expect((await read(open, stranger(app, 'other.example'))).status).toBe(404)
    for (const id of [late, lateCart, 'A'.repeat(22), 'short', `${open}x`])
      expect([id, (await read(id)).status]).toEqual([id, 404])
    expect((await read(open)).status).toBe(200)
  })

  test('a cart leads to the order of its checkout', async () => {
    const cart = await prepareCart(items(goods.lampVariants[0]))
    const { id } = await callCheckout(db, 'create_checkout', { cart_id: cart, fulfillment }, agent)
    expect((await read(cart)).data).toMatchObject({ kind: 'cart', state: 'open' })
    const instruments = [{ id: 'i', handler_id: 'cod', type: 'cash_on_delivery' }]
    const placed = await callCheckout(db, 'complete_checkout', { id, payment: { instruments } }, agent)
    const { data } = await read(cart)
    expect(data).toMatchObject({ kind: 'cart', state: 'ordered', lines: [], fields: null, recipient: [] })
    expect(data?.order?.url).toContain(`/orders/${placed.order!.id}?accessToken=`)
    expect((await stranger(app).send(addAgentCheckout, { id: cart })).status).toBe(409)
  })

  test('opens nothing but orders once the owner has switched off the checkout of agents', async () => {
    const [open, cart, ordered] = [await prepare(), await prepareCart(), await prepare()]
    const item = { productid: goods.lamp, variantid: goods.lampVariants[0] }
    await order(stranger(app), { items: [item], session: ordered })
    for (const switched of [
      { 'agents.checkout': false },
      { 'agents.checkout': true, 'agents.catalog': false },
    ]) {
      await storeSettings(db, switched)
      for (const id of [open, cart]) {
        expect((await read(id)).status).toBe(404)
        expect((await stranger(app).send(addAgentCheckout, { id })).status).toBe(404)
      }
      expect((await read(ordered)).data).toMatchObject({ state: 'ordered' })
    }
    await storeSettings(db, { 'agents.catalog': true })
    expect((await read(open)).data).toMatchObject({ state: 'open' })
  })

  test('has no names once it is ordered or cancelled', async () => {
    const cancelled = await prepare()
    await callCheckout(db, 'cancel_checkout', { id: cancelled }, agent)
    const closed = { lines: [], total: 0, fields: null, recipient: [] }
    expect((await read(cancelled)).data).toMatchObject({ state: 'ended', order: null, ...closed })
    const id = await prepare()
    const placed = await order(stranger(app), {
      items: [{ productid: goods.lamp, variantid: goods.lampVariants[0] }],
      session: id,
    })
    const { data } = await read(id)
    expect(data).toMatchObject({ state: 'ordered', ...closed })
    const url = new URL(data!.order!.url, 'http://localhost')
    expect(url.pathname).toBe(`/orders/${placed.answer.data.number}`)
    const accessToken = url.searchParams.get('accessToken') ?? ''
    const opened = await stranger(app).send(getOrder, { number: placed.answer.data.number, accessToken })
    expect(opened.status).toBe(200)
    expect(JSON.stringify(data)).not.toContain('Asha')
  })
})

describe('adding to the cart', () => {
  test('puts the items beside what is there, once', async () => {
    const [who, other] = [stranger(app), stranger(app)]
    const [sage, clay] = goods.lampVariants
    await who.send(addToCart, { productid: goods.lamp, variantid: sage, quantity: 3 })
    const id = await prepare({ line_items: [...items(mug, 2), ...items(sage), ...items(clay)] })
    for (const _ of [1, 2]) {
      const { status, answer } = await who.send(addAgentCheckout, { id })
      expect([status, answer.data]).toEqual([200, { missing: ['Lamp (Clay, Small)'] }])
      expect(await cartOf(who)).toEqual([
        [sage, 3],
        [mug, 2],
      ])
    }
    expect(await cartOf(other)).toEqual([])
    // The next one who has the link gets the same.
    await other.send(addAgentCheckout, { id })
    expect(await cartOf(other)).toContainEqual([mug, 2])
  })

  test('takes as many as there are, also of a cart', async () => {
    const who = stranger(app)
    await who.send(addAgentCheckout, { id: await prepareCart(items(mug, 9)) })
    expect(await cartOf(who)).toEqual([[mug, 5]])
  })

  test('is refused when nothing is left, and leaves no trace', async () => {
    const who = stranger(app)
    const answer = await who.send(addAgentCheckout, {
      id: await prepare({ line_items: items(goods.lampVariants[1]) }),
    })
    expect(answer).toMatchObject({ status: 409, code: 'out_of_stock' })
    expect(who.cookies.size).toBe(0)
  })

  test('is refused for what is ordered, cancelled, expired or of another shop', async () => {
    const [ordered, ended, late, open] = [await prepare(), await prepare(), await prepare(), await prepare()]
    await order(stranger(app), {
      items: [{ productid: goods.lamp, variantid: goods.lampVariants[0] }],
      session: ordered,
    })
    await callCheckout(db, 'cancel_checkout', { id: ended }, agent)
    await expire('checkout_session', late)
    const add = async (id: string, who = stranger(app)) => (await who.send(addAgentCheckout, { id })).code
    expect(await add(ordered)).toBe('session_ordered')
    expect(await add(ended)).toBe('session_ended')
    expect(await add(late)).toBe('not_found')
    expect(await add(open, stranger(app, 'other.example'))).toBe('not_found')
  })
})

test('is neither cached nor logged', async () => {
  const id = await prepare()
  const answer = await app.inject({ url: `/api/agent-checkouts/${id}`, headers: { host: 'localhost' } })
  expect(answer.headers['cache-control']).toBe('no-store')
  for (const url of [
    `/continue/${id}`,
    `/%63ontinue/${id}/?x=1`,
    `/Continue/${id}`,
    `/checkout?session=${id}`,
  ])
    await app.inject({ url, headers: { host: 'localhost' } })
  await app.inject({ method: 'POST', url: `/continue/${id}`, headers: { host: 'localhost' } })
  await app.inject({
    method: 'POST',
    url: `/api//agent-checkouts/${id}/cart`,
    headers: { host: 'localhost' },
  })
  await app.inject({ method: 'PUT', url: `/api/agent-checkouts/${id}/cart`, headers: { host: 'localhost' } })
  const paths = logged.flatMap(({ msg, path }) => (msg === 'request' ? [path] : []))
  expect(paths).toEqual(expect.arrayContaining(['/continue/:id', '/api/agent-checkouts/:id', '/checkout']))
  expect(JSON.stringify(logged)).not.toContain(id)
})
