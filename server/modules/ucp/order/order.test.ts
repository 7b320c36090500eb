import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { getEvents } from '#contract/events/event.ts'
import { cancelOrderAsStaff, confirmOrder, deliverOrder } from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { getWebhook } from '#contract/webhooks/webhook.ts'
import { findAgentOrder } from '#server/modules/agents/index.ts'
import { webhookJob } from '#server/modules/webhooks/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { AUTH_SECRET, webhookShop } from '#test/harness/services/webhook-shop.ts'
import { addPlatform, callCheckout } from '#test/harness/ucp/checkout-call.ts'
import { orderBody } from './order-body.ts'
import { platformRequest } from './webhook-request.ts'
import { buyer, shippingTo } from '#test/harness/ucp/buyer.ts'

const shop = await webhookShop()
const { db } = shop
let mug = ''
let plate = ''
let platformId = 0
beforeAll(async () => {
  const goods = await makeGoods(db)
  const cup = await goods.add('Cup', { variants: [{ price: 50_000, stock: 100 }] })
  mug = `v${(await variantsOf(db, cup))[0]}`
  const other = await goods.add('Plate', { variants: [{ price: 30_000, stock: 100 }] })
  plate = `v${(await variantsOf(db, other))[0]}`
  platformId = await addPlatform(db, 'https://agent.example/ucp.json')
})

interface OrderBody {
  id: string
  checkout_id: string
  line_items: {
    id: string
    quantity: { original: number; total: number; fulfilled: number }
    status: string
  }[]
  fulfillment: {
    expectations: object[]
    events: { type: string; tracking_number: string; line_items: object[] }[]
  }
  adjustments: { type: string; line_items: { quantity: number }[] }[]
  totals: { type: string; amount: number }[]
}

const read = async (number: string, platform = platformId) => {
  const key = { shopId: 1, platformId: platform, keyedHash: keyedHash(AUTH_SECRET) }
  const found = await findAgentOrder(db, key, number)
  return found && (orderBody(found, 'en-IN') as OrderBody)
}

async function place(quantity: number, webhookUrl = 'https://agent.example/orders', payment = 'cod') {
  const agent = { platformId, webhookUrl }
  const { id, totals } = await callCheckout(
    db,
    'create_checkout',
    {
      line_items: [{ item: { id: mug }, quantity }],
      buyer,
      fulfillment: shippingTo(),
      attribution: { campaign: 'spring' },
    },
    agent,
  )
  const instruments = [{ id: 'i', handler_id: payment, type: payment }]
  const { order } = await callCheckout(db, 'complete_checkout', { id, payment: { instruments } }, agent)
  return { session: id, number: order!.id, totals }
}

it('shows what was promised and what has happened, whole at each read', async () => {
  const { session, number, totals } = await place(3)
  const placed = await read(number)
  expect(placed).toMatchObject({
    id: number,
    checkout_id: session,
    attribution: { campaign: 'spring' },
    line_items: [{ quantity: { original: 3, total: 3, fulfilled: 0 }, status: 'processing' }],
    fulfillment: { expectations: [{ line_items: [{ quantity: 3 }], method_type: 'shipping' }], events: [] },
    adjustments: [],
  })
  expect(placed?.totals.map(({ amount }) => amount)).toEqual(totals.map(({ amount }) => amount))

  const headers = { 'idempotency-key': randomUUID() }
  const lines = [{ lineId: 1, quantity: 1 }]
  const sent = { number, lines, carrier: 'India Post', trackingNumber: 'EX1' }
  expect((await shop.admin.send(createShipment, sent, headers)).status).toBe(201)
  const partly = await read(number)
  expect(partly?.line_items).toMatchObject([{ quantity: { fulfilled: 1 }, status: 'partial' }])
  expect(partly?.fulfillment.events).toMatchObject([
    { type: 'shipped', tracking_number: 'EX1', carrier: 'India Post', line_items: [{ quantity: 1 }] },
  ])
  const rest = { ...sent, lines: [{ lineId: 1, quantity: 2 }], trackingNumber: '' }
  await shop.admin.send(createShipment, rest, { 'idempotency-key': randomUUID() })
  await shop.admin.send(deliverOrder, { number })
  const delivered = await read(number)
  expect(delivered?.line_items).toMatchObject([{ quantity: { total: 3, fulfilled: 3 }, status: 'fulfilled' }])
  expect(delivered?.fulfillment.events.map(({ type }) => type).toSorted()).toEqual([
    'delivered',
    'delivered',
    'shipped',
    'shipped',
  ])
})

it('has no units once it is cancelled, and says so', async () => {
  const { number } = await place(2)
  expect((await shop.admin.send(cancelOrderAsStaff, { number })).status).toBe(200)
  expect(await read(number)).toMatchObject({
    line_items: [{ quantity: { original: 2, total: 0 }, status: 'removed' }],
    fulfillment: { expectations: [] },
    adjustments: [{ type: 'cancellation', status: 'completed', line_items: [{ quantity: -2 }] }],
  })
})

it('has every line that it ever had, and adds up after staff removed one', async () => {
  const checkout = {
    line_items: [mug, plate].map((id) => ({ item: { id }, quantity: 2 })),
    buyer,
    fulfillment: shippingTo(),
  }
  const { id } = await callCheckout(db, 'create_checkout', checkout, { platformId })
  const instruments = [{ id: 'i', handler_id: 'cod', type: 'cod' }]
  const { order } = await callCheckout(
    db,
    'complete_checkout',
    { id, payment: { instruments } },
    { platformId },
  )
  const { id: number } = order!
  const lines = [{ lineId: 1, quantity: 0 }]
  expect((await shop.admin.send(editOrderLines, { number, lines })).status).toBe(200)
  const edited = await read(number)
  expect(edited?.line_items).toMatchObject([
    { id: 'l2', quantity: { original: 2, total: 2, fulfilled: 0 }, status: 'processing' },
    { id: 'l1', quantity: { original: 2, total: 0, fulfilled: 0 }, status: 'removed' },
  ])
  expect(edited?.fulfillment.expectations).toMatchObject([{ line_items: [{ id: 'l2', quantity: 2 }] }])
  const rest = edited!.totals.filter(({ type }) => type !== 'total')
  expect(edited!.totals.at(-1)?.amount).toBe(rest.reduce((sum, { amount }) => sum + amount, 0))
})

it('takes what an edit has refunded from the total once', async () => {
  await storeSettings(db, { 'payment.bank_transfer': true })
  const { number, totals } = await place(2, undefined, 'bank_transfer')
  await shop.admin.send(confirmOrder, { number })
  const lines = [{ lineId: 1, quantity: 1 }]
  expect((await shop.admin.send(editOrderLines, { number, lines })).answer.data).toMatchObject({
    refund: 500,
  })
  const edited = await read(number)
  expect(edited!.totals.at(-1)?.amount).toBe(totals.at(-1)!.amount - 50_000)
  expect(edited).toMatchObject({ adjustments: [] })
})

it('has one id for each event, whatever the attempt', async () => {
  const { number } = await place(1)
  const of = { shopId: 1, platformId, orderNumber: number, url: 'https://agent.example/orders' }
  const idOf = async (eventId: number) => {
    const request = await platformRequest(keyedHash(AUTH_SECRET))(db, { ...of, eventId })
    return request?.headers['webhook-id']
  }
  const first = await idOf(1)
  expect(await idOf(1)).toBe(first)
  expect(await idOf(2)).not.toBe(first)
})

it('names its platform in the events for programs of the shop', async () => {
  const { number } = await place(1)
  await shop.admin.send(cancelOrderAsStaff, { number })
  const { answer } = await shop.admin.send(getEvents, { limit: 100 })
  const events = answer.data.filter(({ subject }) => subject === `order:${number}`)
  expect(events.map(({ kind, data }) => [kind, data['source']])).toEqual([
    ['order.placed', 'agent.example'],
    ['order.cancelled', 'agent.example'],
  ])
})

it('exists for its own platform alone', async () => {
  const { number } = await place(1)
  const other = await addPlatform(db, 'https://other.example/ucp.json')
  expect(await read(number, other)).toBeUndefined()
  expect(await read('7K2M-9QXT-04CD')).toBeUndefined()
})

it('is sent to the address of its own checkout at each change, with one id for each attempt', async () => {
  const asked: { orderNumber: string; eventId: number; url: string }[] = []
  let isBroken = true
  const receiver = await shop.receiver(() => ({ status: isBroken ? 503 : 200 }))
  const job = webhookJob(
    db,
    {
      keyedHash: keyedHash(AUTH_SECRET),
      mayReach: () => true,
      origin: 'https://tea.example',
      platformRequest(_db, of) {
        asked.push(of)
        return Promise.resolve({
          body: JSON.stringify({ id: of.orderNumber }),
          headers: { 'webhook-id': `${of.eventId}` },
        })
      },
    },
    { intervalMs: 20 },
  )
  const run = async () => {
    await job.run(new AbortController().signal)
    await job.close?.()
  }
  const mine = await place(1, `${receiver.url}/orders`)
  const elsewhere = await place(1, 'https://agent.example/other')
  await run()
  expect(receiver.received.map(({ path, body }) => [path, body])).toEqual([
    ['/orders', JSON.stringify({ id: mine.number })],
  ])
  isBroken = false
  await shop.retryNow()
  await run()
  await shop.admin.send(cancelOrderAsStaff, { number: mine.number })
  await run()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  expect(
    asked.filter(({ url }) => url.endsWith('/orders')).map(({ orderNumber }) => orderNumber),
  ).not.toContain(elsewhere.number)
  // Staff see no webhook of a platform among theirs.
  const [webhook] = await db.selectFrom('webhook').select('id').execute()
  expect((await shop.admin.send(getWebhook, { id: webhook!.id })).status).toBe(404)
})
