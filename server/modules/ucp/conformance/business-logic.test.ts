import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCoupon } from '#test/harness/data/coupon.ts'
import {
  amountOf,
  codesOf,
  conformanceShop,
  fullCheckout,
  itemsOf,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'

// Sums, discounts, buyers and consents in the cases of the protocol's own suite; its differences are in checkout-lifecycle.test.ts.

const shop = await conformanceShop()
afterAll(shop.stop)
const { roses } = shop

beforeAll(async () => {
  await newCoupon(shop.db, { code: '10OFF', kind: 'percent', percent: 1_000 })
  await newCoupon(shop.db, { code: 'WELCOME20', kind: 'percent', percent: 2_000 })
  await newCoupon(shop.db, { code: 'FREIGHT', kind: 'free_delivery', percent: null, amount: null })
  await newCoupon(shop.db, { code: 'FIXED500', kind: 'amount', percent: null, amount: 500 })
})

describe.each<Transport>(['rest', 'mcp'])('a checkout by %s', (transport) => {
  const call = async (tool: string, sent: Parameters<typeof shop.call>[2]) =>
    (await shop.call(transport, tool, sent)).body
  const create = (more: object = {}) =>
    call('create_checkout', { body: { line_items: itemsOf(roses), ...more } })

  test('has the prices and names of the shop, whatever the platform sends', async () => {
    const item = { id: roses, title: 'Wrong title', price: 1 }
    const totals = [{ type: 'total', amount: 1 }]
    const body = await create({ line_items: [{ item, quantity: 2, totals }], totals, currency: 'USD' })
    expect(body.line_items[0]?.item).toMatchObject({ title: 'Bouquet of roses', price: 3500 })
    expect(amountOf(body.line_items[0]!, 'total')).toBe(7000)
    expect([amountOf(body, 'subtotal'), amountOf(body, 'total')]).toEqual([7000, 7000])
    expect(body).toMatchObject({ currency: 'INR' })
    const { id, line_items: lines } = body
    const one = [{ id: lines[0]!.id, item, quantity: 1 }]
    const changed = await call('update_checkout', { id, body: { line_items: one } })
    expect(amountOf(changed, 'total')).toBe(3500)
    expect(changed.line_items.map((line) => line.id)).toEqual([lines[0]!.id])
  })

  test.each([
    ['10OFF', 350],
    ['fixed500', 500],
  ])('is cheaper by the code %s', async (code, amount) => {
    const { id } = await create()
    const body = { line_items: itemsOf(roses), discounts: { codes: [code] } }
    const discounted = await call('update_checkout', { id, body })
    expect(amountOf(discounted, 'total')).toBe(3500 - amount)
    expect(amountOf(discounted, 'items_discount')).toBe(-amount)
    expect(discounted.discounts).toMatchObject({ codes: [code], applied: [{ code, amount }] })
    const read = await call('get_checkout', { id })
    expect(read.discounts).toEqual(discounted.discounts)
  })

  test.each([
    [['10OFF', 'WELCOME20'], 'discount_code_combination_disallowed'],
    [['10OFF', 'INVALID_CODE'], 'discount_code_invalid'],
    [['10OFF', '10off'], 'discount_code_already_applied'],
  ])('takes the first of the codes %j and warns of the other', async (codes, code) => {
    const body = await create({ discounts: { codes } })
    expect(amountOf(body, 'total')).toBe(3150)
    expect(body.discounts?.codes).toEqual(codes)
    expect(body.discounts?.applied).toMatchObject([{ code: '10OFF' }])
    expect(body.messages).toContainEqual({
      type: 'warning',
      code,
      content: expect.any(String),
      path: '$.discounts.codes[1]',
    })
  })

  test('an unknown code changes no sum, and an empty list removes each code', async () => {
    const { id, ...unknown } = await create({ discounts: { codes: ['INVALID_CODE_123'] } })
    expect([amountOf(unknown, 'total'), amountOf(unknown, 'discount')]).toEqual([3500, undefined])
    const items = { line_items: itemsOf(roses) }
    await call('update_checkout', { id, body: { ...items, discounts: { codes: ['10OFF'] } } })
    const unchanged = await call('update_checkout', { id, body: items })
    expect(amountOf(unchanged, 'total')).toBe(3150)
    const cleared = await call('update_checkout', { id, body: { ...items, discounts: { codes: [] } } })
    expect([amountOf(cleared, 'total'), cleared.discounts]).toEqual([3500, { codes: [], applied: [] }])
  })

  test('names a code that is accepted and has no effect yet', async () => {
    const { id, ...open } = await create({ discounts: { codes: ['FREIGHT'] } })
    expect(open.discounts).toEqual({ codes: ['FREIGHT'], applied: [] })
    const note = { type: 'info', code: 'discount_without_effect', path: '$.discounts.codes[0]' }
    expect(open.messages).toContainEqual(expect.objectContaining(note))
    const body = { ...fullCheckout(roses), discounts: { codes: ['FREIGHT'] } }
    const ready = await call('update_checkout', { id, body })
    expect([ready.status, ready.messages]).toEqual(['ready_for_complete', []])
    expect(ready.discounts?.applied).toMatchObject([{ code: 'FREIGHT', amount: 9900 }])
    expect([amountOf(ready, 'discount'), amountOf(ready, 'total')]).toEqual([-9900, 3500])
  })

  test('returns the buyer and the consents as they were sent', async () => {
    const consent = { marketing: true, analytics: false, sale_of_data: false }
    const sent = { first_name: 'Consent', last_name: 'Tester', email: 'consent@example.com', consent }
    const { id } = await create({ buyer: sent })
    expect((await call('get_checkout', { id })).buyer).toEqual(sent)
    const other = { email: 'test@example.com', first_name: 'Test' }
    await call('update_checkout', { id, body: { line_items: itemsOf(roses), buyer: other } })
    expect((await call('get_checkout', { id })).buyer).toEqual(other)
  })

  test('never returns signals, and accepts no claim without refusing the order', async () => {
    const signals = { 'dev.ucp.buyer_ip': '203.0.113.9', 'dev.ucp.user_agent': 'Agent/1' }
    const context = { eligibility: ['com.example.loyalty_gold', 'org.school.student'], intent: 'a gift' }
    const body = await create({ signals, context })
    expect(JSON.stringify(body)).not.toContain('203.0.113.9')
    expect(body.context).toEqual(context)
    expect(body.messages.filter(({ type }) => type === 'warning')).toEqual(
      [0, 1].map((index) => ({
        type: 'warning',
        code: 'eligibility_not_accepted',
        content: expect.any(String),
        path: `$.context.eligibility[${index}]`,
      })),
    )
    const full = await create({ ...fullCheckout(roses), context })
    expect([full.status, full.context]).toEqual(['ready_for_complete', context])
  })
})

describe.each<Transport>(['rest', 'mcp'])('what cannot be sold, by %s', (transport) => {
  const call = (tool: string, sent: Parameters<typeof shop.call>[2]) => shop.call(transport, tool, sent)

  test('is named with its path while the checkout stays', async () => {
    const { status, body } = await call('create_checkout', { body: fullCheckout(shop.gardenias) })
    expect([status, body.status]).toEqual([transport === 'rest' ? 201 : 200, 'incomplete'])
    expect(body.messages).toEqual([
      {
        type: 'error',
        code: 'out_of_stock',
        content: expect.any(String),
        severity: 'recoverable',
        path: '$.line_items[0].quantity',
      },
    ])
    const { body: open } = await call('create_checkout', { body: fullCheckout(roses) })
    const many = { line_items: itemsOf(roses, 10_001) }
    const { body: changed } = await call('update_checkout', { id: open.id, body: many })
    expect([changed.status, codesOf(changed)]).toEqual(['incomplete', ['out_of_stock']])
  })

  test('a method of delivery whose name cannot be stored is no input', async () => {
    const body = { ...fullCheckout(roses), fulfillment: { methods: [{ type: '\0' }] } }
    expect((await call('create_checkout', { body })).status).toBe(400)
  })

  test('and does not exist makes no checkout', async () => {
    for (const id of ['pink_wumpus', 'v2147483647', 'v99999999999', `p${shop.goods.lamp}`]) {
      const { status, body } = await call('create_checkout', { body: fullCheckout(id) })
      expect([id, status, body]).toEqual([
        id,
        200,
        {
          ucp: { version: '2026-04-08', status: 'error' },
          messages: [
            {
              type: 'error',
              code: 'item_unavailable',
              content: expect.any(String),
              severity: 'unrecoverable',
              path: '$.line_items',
            },
          ],
        },
      ])
    }
  })

  test.each<[string, object]>([
    ['a quantity of 0', { line_items: [{ item: { id: roses }, quantity: 0 }] }],
    ['a fraction', { line_items: [{ item: { id: roses }, quantity: 1.5 }] }],
    ['a text', { line_items: [{ item: { id: roses }, quantity: '1' }] }],
    ['no quantity', { line_items: [{ item: { id: roses } }] }],
    ['an item without an id', { line_items: [{ item: { id: '' }, quantity: 1 }] }],
    ['claims that are no list', { line_items: [], context: { eligibility: 'com.example.gold' } }],
    ['no item', { line_items: [{ quantity: 1 }] }],
    ['no list', { line_items: { item: { id: roses }, quantity: 1 } }],
    ['nothing', {}],
    ['a consent that is no boolean', { line_items: [], buyer: { consent: { marketing: 'yes' } } }],
    ['attribution that is no text', { line_items: [], attribution: { clicks: 1 } }],
    ['a context with NUL', { line_items: itemsOf(roses), context: { 'com.example.hint': ['\0'] } }],
    ['a context with half a character', { line_items: itemsOf(roses), context: { intent: '\ud83d' } }],
    ['codes that are no list', { line_items: [], discounts: { codes: '10OFF' } }],
  ])('%s is no input', async (_, body) => {
    for (const tool of ['create_checkout', 'create_cart']) {
      const answer = await call(tool, { body })
      expect([answer.status, answer.body]).toEqual([
        400,
        { code: 'invalid_input', content: expect.any(String) },
      ])
    }
  })
})
