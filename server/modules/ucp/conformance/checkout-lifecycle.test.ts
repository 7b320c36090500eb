import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { storeSettings } from '#test/harness/data/settings.ts'
import {
  amountOf,
  cash,
  codesOf,
  conformanceShop,
  fullCheckout,
  itemsOf,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'

// The cases of the protocol's own conformance suite (January 2026, version 2026-01-11) as version 2026-04-08 has them, by both
// transports. Where that version differs from 2026-01-11:
//
// | The suite, 2026-01-11                                      | These tests, 2026-04-08                                   |
// |------------------------------------------------------------|-----------------------------------------------------------|
// | `payment_data` and `risk_signals` complete a checkout      | `payment.instruments` and `signals`                       |
// | `payment` with instruments is in each answer               | `ucp.payment_handlers` is                                 |
// | a closed checkout refuses changes with 409                 | 200, the unchanged checkout and a message (business outcome) |
// | sold out, unknown item, missing address: 400 and `detail`  | 200 or 201 and `messages` with code, path and severity    |
// | a failed payment: 402                                      | 200 and `payment_failed`                                  |
// | a version in `UCP-Agent`, refused with 400                 | the version of the profile, refused with 422              |
// | profile: arrays, a flat service, handlers under `payment`  | objects of arrays by name                                 |
// | `full_name` of a buyer and a destination                   | `first_name` and `last_name`                              |
// | two codes add up                                           | the shop takes one and warns of the other, as it may      |
// | typing an email address shows the addresses of its owner   | never: the shop shows nothing that the platform has not sent |
// | the platform changes orders (PUT)                          | 405: only the shop does                                   |
// | an order is read without proof                             | only by its platform, with a signature                    |
// | webhooks have `event_type` and wrap the order              | the whole order, signed                                   |
// | `/testing/simulate-shipping` with a secret                 | staff ship                                                |
// | mandates of AP2, bound tokens, raw card numbers            | not announced, so neither needed nor stored               |
//
// Held elsewhere, and not again here: the life of an order and its webhooks (agent.test.ts, order/order.test.ts), the version and
// the shape of profiles (door/rest.test.ts, discovery/discovery.test.ts), repeated keys in general (door/once-per-key.test.ts).

const shop = await conformanceShop()
afterAll(shop.stop)
const { roses } = shop

describe.each<Transport>(['rest', 'mcp'])('the life of a checkout by %s', (transport) => {
  const call = (tool: string, sent: Parameters<typeof shop.call>[2] = {}) => shop.call(transport, tool, sent)
  const open = async () => (await call('create_checkout', { body: fullCheckout(roses) })).body
  const closedBy = {
    async canceled() {
      const { id } = await open()
      expect((await call('cancel_checkout', { id })).body.status).toBe('canceled')
      return id
    },
    async completed() {
      const { id } = await open()
      expect((await call('complete_checkout', { id, body: cash })).body.status).toBe('completed')
      return id
    },
  }

  test('create, read, change', async () => {
    const created = await call('create_checkout', { body: { line_items: itemsOf(roses) } })
    expect([created.status, created.body.status]).toEqual([transport === 'rest' ? 201 : 200, 'incomplete'])
    const { id } = created.body
    expect(id).toMatch(/^[\w-]{22}$/)
    expect((await call('get_checkout', { id })).body).toEqual(created.body)
    const changed = await call('update_checkout', { id, body: { line_items: itemsOf(roses, 2) } })
    expect([changed.status, changed.body.line_items[0]?.quantity]).toEqual([200, 2])
  })

  test('complete answers with the order', async () => {
    const ready = await open()
    expect(ready.status).toBe('ready_for_complete')
    const more = { line_items: itemsOf(roses, 9), buyer: { email: 'else@example.com' }, signals: {} }
    const { status, body } = await call('complete_checkout', { id: ready.id, body: { ...cash, ...more } })
    expect([status, body.status]).toEqual([200, 'completed'])
    expect([body.line_items, body.buyer]).toEqual([ready.line_items, ready.buyer])
    expect(body.order?.id).toMatch(/./)
    expect(new URL(body.order!.permalink_url).pathname).toBe(`/orders/${body.order!.id}`)
    expect(amountOf(body, 'total')).toBe(amountOf(ready, 'total'))
    expect(body.continue_url).toBeUndefined()
  })

  test('is not ready as long as nothing can pay it', async () => {
    await storeSettings(shop.db, { 'payment.cod': false })
    onTestFinished(() => storeSettings(shop.db, { 'payment.cod': true }))
    const body = await open()
    expect([body.status, body.ucp.payment_handlers]).toEqual(['requires_escalation', {}])
    expect(body.messages).toMatchObject([
      { code: 'payment_handler_unavailable', severity: 'requires_buyer_input' },
    ])
    const { body: refused } = await call('complete_checkout', { id: body.id, body: cash })
    expect([refused.status, refused.order, codesOf(refused)[0]]).toEqual([
      'incomplete',
      undefined,
      'payment_failed',
    ])
  })

  test('names the texts that the buyer must be able to read, before and after the order', async () => {
    const pages = ['privacy-policy', 'terms', 'help/returns', 'help/shipping', 'help/faq', 'about']
    const rows = pages.map((slug) => ({ config_id: 1, slug, title: `Page ${slug}`, body: 'x' }))
    await shop.db.insertInto('content_page').values(rows).execute()
    onTestFinished(async () => void (await shop.db.deleteFrom('content_page').execute()))
    const ready = await open()
    const { body } = await call('complete_checkout', { id: ready.id, body: cash })
    for (const { links } of [ready, body])
      expect(links?.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual(
        [
          ['faq', 'help/faq'],
          ['privacy_policy', 'privacy-policy'],
          ['refund_policy', 'help/returns'],
          ['shipping_policy', 'help/shipping'],
          ['terms_of_service', 'terms'],
        ].map(([type, slug]) => ({ type, url: `http://localhost/${slug}`, title: `Page ${slug}` })),
      )
  })

  test.each(['canceled', 'completed'] as const)('one that is %s refuses each change', async (state) => {
    const id = await closedBy[state]()
    const { body: before } = await call('get_checkout', { id })
    expect(before).toMatchObject({ status: state, messages: [] })
    for (const [tool, body] of [
      ['update_checkout', fullCheckout(roses, 2)],
      ['complete_checkout', cash],
      ['cancel_checkout', undefined],
    ] as const) {
      const { status, body: refused } = await call(tool, { id, ...(body && { body }) })
      expect([tool, status, refused.status, codesOf(refused)]).toEqual([
        tool,
        200,
        state,
        [`checkout_${state}`],
      ])
      expect(refused.messages[0]).toMatchObject({ type: 'error', severity: 'unrecoverable' })
      expect(refused.order).toEqual(before.order)
    }
    expect((await call('get_checkout', { id })).body).toEqual(before)
  })

  test('one that is unknown or of another platform is not found', async () => {
    const { id } = await open()
    const other = shop.profiles.publish('/other.json', {
      ...JSON.parse(await (await fetch(shop.agent)).text()),
    })
    for (const tool of ['get_checkout', 'update_checkout', 'complete_checkout', 'cancel_checkout']) {
      const body = { update_checkout: fullCheckout(roses), complete_checkout: cash }[tool]
      for (const sent of [{ id: 'A'.repeat(22) }, { id: 'nonsense' }, { id, profile: other }]) {
        const answer = await call(tool, { ...sent, ...(body && { body }) })
        expect([tool, answer.status, answer.body]).toEqual([
          tool,
          200,
          {
            ucp: { version: '2026-04-08', status: 'error' },
            messages: [
              { type: 'error', code: 'not_found', content: expect.any(String), severity: 'unrecoverable' },
            ],
          },
        ])
      }
    }
    expect((await call('get_checkout', { id })).body.status).toBe('ready_for_complete')
  })
})
