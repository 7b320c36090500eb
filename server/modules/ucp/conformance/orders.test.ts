import { afterAll, describe, expect, test } from 'vitest'
import {
  amountOf,
  cash,
  conformanceShop,
  fullCheckout,
  type Transport,
} from '#test/harness/ucp/conformance-shop.ts'
import { allCapabilities, platformKey, profileWith, sendAs } from '#test/harness/ucp/platform.ts'

// Orders in the cases of the protocol's own suite; its differences are in checkout-lifecycle.test.ts. What happens to an order later,
// and its webhooks, are in order/order.test.ts and agent.test.ts.

const shop = await conformanceShop()
afterAll(shop.stop)

interface Order {
  id: string
  checkout_id: string
  permalink_url: string
  currency: string
  line_items: { id: string; quantity: object; status: string }[]
}

describe.each<Transport>(['rest', 'mcp'])('an order by %s', (transport) => {
  const call = async (tool: string, sent: Parameters<typeof shop.call>[2]) =>
    (await shop.call(transport, tool, sent)).body
  const place = async () => {
    const { id } = await call('create_checkout', { body: fullCheckout(shop.roses, 2) })
    return call('complete_checkout', { id, body: cash })
  }

  test('is that of its checkout', async () => {
    const placed = await place()
    const order = await call('get_order', { id: placed.order!.id })
    expect(order as unknown as Order).toMatchObject({
      id: placed.order!.id,
      label: placed.order!.label,
      checkout_id: placed.id,
      permalink_url: placed.order!.permalink_url,
      currency: 'INR',
      line_items: [
        {
          id: placed.line_items[0]!.id,
          item: placed.line_items[0]!.item,
          quantity: { original: 2, total: 2, fulfilled: 0 },
          status: 'processing',
        },
      ],
    })
    expect(amountOf(order, 'total')).toBe(amountOf(placed, 'total'))
    expect(Object.keys(order.ucp.capabilities)).toEqual(['dev.ucp.shopping.order'])
  })

  test('is confirmed to its buyer by the shop, at once', async () => {
    const { order } = await place()
    const emails = await shop.db
      .selectFrom('email')
      .select(['template', 'recipient', 'due_at'])
      .where('body_text', 'like', `%${order!.id}%`)
      .execute()
    expect(emails).toMatchObject([{ template: 'order_confirmed', recipient: 'asha@example.com' }])
    expect(emails[0]!.due_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('is read by its platform alone', async () => {
    const placed = await place()
    const own = { signing_keys: [shop.key.jwk] }
    const other = shop.profiles.publish(`/other-${transport}.json`, profileWith(allCapabilities, own))
    const foreign = await call('get_order', { id: placed.order!.id, profile: other })
    expect(foreign.messages).toMatchObject([{ code: 'not_found', severity: 'unrecoverable' }])
    const unknown = await call('get_order', { id: '7K2M-9QXT-04CD' })
    expect(unknown.messages).toEqual(foreign.messages)
  })
})

test('an order has no writers but the shop', async () => {
  for (const method of ['POST', 'PUT'] as const) {
    const answer = await sendAs(shop.app, shop.agent, '/ucp/orders/7K2M-9QXT-04CD', { method, body: {} })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD'])
  }
})

test('an order is not read with the key of somebody else, and not without one', async () => {
  const { body } = await shop.call('rest', 'create_checkout', { body: fullCheckout(shop.roses) })
  const placed = await shop.call('rest', 'complete_checkout', { id: body.id, body: cash })
  const path = `/ucp/orders/${placed.body.order!.id}`
  const forged = await sendAs(shop.app, shop.agent, path, { key: platformKey() })
  expect([forged.statusCode, forged.json<{ code: string }>().code]).toEqual([401, 'signature_invalid'])
  const unsigned = await sendAs(shop.app, shop.agent, path)
  expect(unsigned.json<object>()).toMatchObject({
    ucp: { status: 'error' },
    messages: [{ code: 'unauthorized' }],
  })
  for (const secret of ['Rose Lane', 'Asha', '3500']) expect(unsigned.body).not.toContain(secret)
})

test('events go to a host of the platform alone', async () => {
  const openAs = async (webhookUrl: unknown) => {
    const profile = profileWith(allCapabilities)
    Object.assign(profile.ucp.capabilities['dev.ucp.shopping.order']![0]!, {
      config: { webhook_url: webhookUrl },
    })
    const path = `/hooks-${encodeURIComponent(String(webhookUrl))}.json`
    const answer = await sendAs(shop.app, shop.profiles.publish(path, profile), '/ucp/checkout-sessions', {
      body: fullCheckout(shop.roses),
    })
    const { id, messages } = answer.json<{ id: string; messages: { type: string; code: string }[] }>()
    const { webhook_url: stored } = await shop.db
      .selectFrom('checkout_session')
      .select('webhook_url')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [stored, messages.map(({ type, code }) => `${type} ${code}`)]
  }
  const own = `${shop.profiles.origin}/orders`
  expect(await openAs(own)).toEqual([own, []])
  for (const elsewhere of ['https://victim.example/orders', 'http://10.0.0.1/orders', 'nonsense', 7])
    expect(await openAs(elsewhere)).toEqual([null, ['info webhook_url_refused']])
})
