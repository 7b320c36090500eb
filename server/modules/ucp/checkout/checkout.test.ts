import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { addPlatform, callCheckout, type Body, type Caller } from '#test/harness/ucp/checkout-call.ts'
import { OutcomeError } from '../errors.ts'
import { buyer, destination, shippingTo } from '#test/harness/ucp/buyer.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let goods: Goods
let mug: string
let agent: Caller
beforeAll(async () => {
  goods = await makeGoods(db)
  const [variant] = await variantsOf(db, goods.mug)
  mug = `v${variant}`
  agent = { platformId: await addPlatform(db, 'https://agent.example/ucp.json') }
})

const run = (tool: string, sent: unknown, who = agent) => callCheckout(db, tool, sent, who)
const one = (id = mug, quantity = 1) => [{ item: { id }, quantity }]
const full = (lines = one()) => ({ line_items: lines, buyer, fulfillment: shippingTo() })
const pay = (handler = 'cod') => ({
  payment: { instruments: [{ id: 'i1', handler_id: handler, type: handler }] },
})
const sumOf = ({ totals }: Pick<Body, 'totals'>) => {
  const total = totals.find(({ type }) => type === 'total')!.amount
  return { total, rest: totals.reduce((sum, { type, amount }) => (type === 'total' ? sum : sum + amount), 0) }
}
const codes = ({ messages }: Body) => messages.map(({ code }) => code)
const stockOf = async (id: string) =>
  (
    await db
      .selectFrom('stock_level')
      .select('available')
      .where('variant_id', '=', Number(id.slice(1)))
      .executeTakeFirstOrThrow()
  ).available

describe('a checkout', () => {
  it('says what is missing until it is ready, and adds up at each step', async () => {
    const bare = await run('create_checkout', { line_items: one() })
    expect(bare.status).toBe('incomplete')
    expect(bare.messages).toMatchObject([
      { code: 'missing', path: '$.buyer.email', severity: 'recoverable' },
      { code: 'missing', path: '$.buyer.phone_number' },
      { code: 'missing', path: '$.fulfillment' },
    ])
    expect(sumOf(bare)).toEqual({ total: 45_000, rest: 45_000 })
    const ready = await run('update_checkout', { id: bare.id, ...full() })
    expect(ready.messages).toEqual([])
    expect(ready.status).toBe('ready_for_complete')
    expect(ready.line_items[0]?.id).toBe(bare.line_items[0]?.id)
    const [method] = ready.fulfillment!.methods
    expect(method?.selected_destination_id).toBe(method?.destinations[0]?.id)
    expect(method?.groups[0]?.selected_option_id).toBe('standard')
    const { total, rest } = sumOf(ready)
    expect(rest).toBe(total)
    expect(total).toBeGreaterThan(45_000)
    expect(ready.continue_url).toBe(`https://shop.example/continue/${ready.id}`)
  })

  it('has the state of its data: the same data, the same state', async () => {
    const { id } = await run('create_checkout', full())
    const reads = await Promise.all([1, 2, 3].map(() => run('get_checkout', { id })))
    expect(new Set(reads.map((read) => JSON.stringify(read))).size).toBe(1)
  })

  it('names the field of a wrong address', async () => {
    const { messages } = await run('create_checkout', {
      ...full(),
      fulfillment: shippingTo({ ...destination, postal_code: '4', address_region: 'Goa' }),
    })
    expect(messages).toMatchObject([
      { code: 'invalid', path: '$.fulfillment.methods[0].destinations[0].postal_code' },
    ])
    const elsewhere = await run('create_checkout', {
      ...full(),
      fulfillment: shippingTo({ ...destination, address_country: 'FR' }),
    })
    expect(codes(elsewhere)).toContain('address_undeliverable')
    expect(elsewhere.status).toBe('incomplete')
  })

  it('refuses what the shop does not have, and keeps what it has', async () => {
    const known = await run('create_checkout', { line_items: [...one(), ...one('v999999')] })
    expect(known.line_items).toHaveLength(1)
    expect(codes(known)).toContain('item_unavailable')
    for (const id of [
      'v999999',
      'x',
      '',
      `v${(await variantsOf(db, goods.draft))[0]}`,
      `p${goods.lamp}`,
    ].filter(Boolean))
      await expect(run('create_checkout', { line_items: one(id) })).rejects.toThrow(OutcomeError)
    const [foreign] = await variantsOf(db, goods.foreign)
    await expect(run('create_checkout', { line_items: one(`v${foreign}`) })).rejects.toThrow(OutcomeError)
    // A product with one variant is that variant.
    expect((await run('create_checkout', { line_items: one(`p${goods.mug}`) })).line_items[0]?.item.id).toBe(
      mug,
    )
    const many = await run('create_checkout', { line_items: one(mug, 500) })
    expect(many.messages).toMatchObject([
      { code: 'out_of_stock', path: '$.line_items[0].quantity' },
      {},
      {},
      {},
    ])
  })

  it('applies one coupon, shares it among the lines and warns of each other code', async () => {
    const { code } = await newCoupon(db, { kind: 'percent', percent: 1_000, amount: null })
    const sent = { ...full(), discounts: { codes: [code.toLowerCase(), 'NOPE', code] } }
    const body = await run('create_checkout', sent)
    expect(body.messages.map(({ type, code: why, path }) => [type, why, path])).toEqual([
      ['warning', 'discount_code_invalid', '$.discounts.codes[1]'],
      ['warning', 'discount_code_already_applied', '$.discounts.codes[2]'],
    ])
    expect(body.status).toBe('ready_for_complete')
    expect(body.discounts?.codes).toEqual(sent.discounts.codes)
    const [applied] = body.discounts!.applied
    expect(applied?.amount).toBe(4_500)
    expect(applied?.allocations).toEqual([{ path: '$.line_items[0]', amount: 4_500 }])
    expect(body.totals).toContainEqual(expect.objectContaining({ type: 'items_discount', amount: -4_500 }))
    expect(sumOf(body).rest).toBe(sumOf(body).total)
    const cleared = await run('update_checkout', { id: body.id, line_items: one(), discounts: { codes: [] } })
    expect(cleared.discounts).toEqual({ codes: [], applied: [] })
    expect(cleared.messages).toEqual([])
  })

  it('needs the page of the shop where the platform cannot send an address, or cannot pay', async () => {
    const plain = await run('create_checkout', full(), { ...agent, capabilities: [] })
    expect(plain.status).toBe('requires_escalation')
    expect(plain.fulfillment).toBeUndefined()
    expect(plain.messages).toMatchObject([{ severity: 'requires_buyer_input' }])
    const stranger = await run('create_checkout', full(), { ...agent, handlers: ['com.example.pay'] })
    expect(stranger.status).toBe('requires_escalation')
    expect(stranger.continue_url).toContain('/continue/')
    const refused = await run(
      'complete_checkout',
      { id: stranger.id, ...pay() },
      { ...agent, handlers: ['com.example.pay'] },
    )
    expect(refused.order).toBeUndefined()
  })

  it('stores as much as a platform may send, and refuses more', async () => {
    const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length)
    const fields = ['street_address', 'extended_address', 'address_locality', 'first_name', 'last_name']
    const wordy = () => Object.fromEntries(fields.map((field) => [field, noise(200)]))
    const { id } = await run('create_checkout', {
      line_items: one(),
      context: { intent: noise(19_000) },
      attribution: Object.fromEntries(Array.from({ length: 50 }, () => [noise(100), noise(500)])),
    })
    const destinations = Array.from({ length: 20 }, wordy)
    const sent = { id, line_items: one(), fulfillment: { methods: [{ type: 'shipping', destinations }] } }
    expect((await run('update_checkout', sent)).status).toBe('incomplete')
    const tooMuch = { line_items: one(), context: { intent: noise(21_000) } }
    await expect(run('create_checkout', tooMuch)).rejects.toThrow('at most 20000 characters')
  })

  it('can change beside many others: a change takes one connection', async () => {
    const [checkouts, carts] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => run('create_checkout', { line_items: one() }))),
      Promise.all(Array.from({ length: 8 }, () => run('create_cart', { line_items: one() }))),
    ])
    const changed = await Promise.all([
      ...checkouts.map(({ id }) => run('update_checkout', { id, ...full() })),
      ...carts.map(({ id }) => run('update_cart', { id, line_items: one(mug, 2) })),
    ])
    expect(changed).toHaveLength(16)
  })

  it('belongs to its platform', async () => {
    const { id } = await run('create_checkout', full())
    const other = { platformId: await addPlatform(db, 'https://other.example/ucp.json') }
    const calls = [
      run('get_checkout', { id }, other),
      run('update_checkout', { id, ...full() }, other),
      run('complete_checkout', { id, ...pay() }, other),
      run('cancel_checkout', { id }, other),
      run('get_checkout', { id: 'nonsense' }),
    ]
    for (const answer of await Promise.allSettled(calls))
      expect(answer).toMatchObject({ status: 'rejected', reason: { messages: [{ code: 'not_found' }] } })
    expect((await run('get_checkout', { id })).status).toBe('ready_for_complete')
  })
})

describe('completing', () => {
  it('places one order, whose session cannot change any more', async () => {
    const { id, totals } = await run('create_checkout', full())
    const before = await stockOf(mug)
    const placed = await run('complete_checkout', { id, ...pay() })
    expect(placed.status).toBe('completed')
    expect(placed.order?.permalink_url).toContain(`/orders/${placed.order?.id}?accessToken=`)
    expect(placed.totals).toEqual(totals)
    expect(await stockOf(mug)).toBe(before - 1)
    const [order] = await db.selectFrom('shop_order').selectAll().execute()
    expect(order).toMatchObject({
      number: placed.order?.id,
      agent_platform_id: agent.platformId,
      status: 'confirmed',
    })
    for (const [tool, sent] of [
      ['complete_checkout', pay()],
      ['update_checkout', full(one(mug, 2))],
      ['cancel_checkout', {}],
    ] as const) {
      const again = await run(tool, { id, ...sent })
      expect(again).toMatchObject({ status: 'completed', order: placed.order })
      expect(codes(again)).toEqual(['checkout_completed'])
    }
    expect(await db.selectFrom('shop_order').select('id').execute()).toHaveLength(1)
  })

  it('shows another total before it orders it', async () => {
    const productid = await goods.add('Price riser', { variants: [{ price: 10_000, stock: 5 }] })
    const [variant] = await variantsOf(db, productid)
    const { id } = await run('create_checkout', full(one(`v${variant}`)))
    await goods.change(productid, { variants: [{ id: variant!, price: 12_000, stock: 5 }] })
    const shown = await run('complete_checkout', { id, ...pay() })
    expect(codes(shown)).toEqual(['total_changed'])
    expect(shown.order).toBeUndefined()
    expect(shown.line_items[0]?.item.price).toBe(12_000)
    expect((await run('complete_checkout', { id, ...pay() })).status).toBe('completed')

    const next = await run('create_checkout', full(one(`v${variant}`)))
    await goods.change(productid, { variants: [{ id: variant!, price: 13_000, stock: 5 }] })
    const read = await run('get_checkout', { id: next.id })
    expect([read.status, read.line_items[0]?.item.price]).toEqual(['ready_for_complete', 13_000])
    expect((await run('complete_checkout', { id: next.id, ...pay() })).status).toBe('completed')
  })

  it('places one order of twenty attempts at once, and one of ten sessions for the last unit', async () => {
    const productid = await goods.add('Last one', { variants: [{ price: 10_000, stock: 1 }] })
    const [variant] = await variantsOf(db, productid)
    const sessions = await Promise.all(
      Array.from({ length: 10 }, () => run('create_checkout', full(one(`v${variant}`)))),
    )
    const answers = await Promise.all(
      sessions.flatMap(({ id }) => [
        run('complete_checkout', { id, ...pay() }),
        run('complete_checkout', { id, ...pay() }),
      ]),
    )
    const orders = new Set(answers.flatMap(({ order }) => (order ? [order.id] : [])))
    expect(orders.size).toBe(1)
    expect(await stockOf(`v${variant}`)).toBe(0)
    for (const answer of answers) if (!answer.order) expect(codes(answer)).toContain('out_of_stock')
  })

  it('places one order of a session however often it is completed at once, and however much there is', async () => {
    const productid = await goods.add('Plenty', { variants: [{ price: 10_000, stock: 500 }] })
    const [variant] = await variantsOf(db, productid)
    const { id } = await run('create_checkout', full(one(`v${variant}`)))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => run('complete_checkout', { id, ...pay() })),
    )
    expect(new Set(answers.map(({ order }) => order?.id)).size).toBe(1)
    expect(await stockOf(`v${variant}`)).toBe(499)
  })

  it('places no order after the time of the session', async () => {
    const { id } = await run('create_checkout', full())
    const before = await stockOf(mug)
    await sql`update checkout_session set expires_at = now() where id = ${id}`.execute(db)
    const late = await run('complete_checkout', { id, ...pay() })
    expect([late.status, late.order, codes(late)]).toEqual(['canceled', undefined, ['checkout_canceled']])
    expect(late.continue_url).toBeUndefined()
    expect((await run('update_checkout', { id, ...full() })).status).toBe('canceled')
    expect(await stockOf(mug)).toBe(before)
  })

  it('refuses a handler that is not listed, and a session that is not ready', async () => {
    const { id } = await run('create_checkout', full())
    expect(codes(await run('complete_checkout', { id, ...pay('nonsense') }))).toEqual(['payment_failed'])
    const bare = await run('create_checkout', { line_items: one() })
    const refused = await run('complete_checkout', { id: bare.id, ...pay() })
    expect(refused.status).toBe('incomplete')
    expect(refused.order).toBeUndefined()
  })
})
