import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { pollPayments } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { fixedPayments } from '#test/harness/app/fixed-payments.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { stranger } from '#test/harness/people/account.ts'
import { allCapabilities, profileWith, sendAs, startProfileServer } from '#test/harness/ucp/platform.ts'
import { expectValid, schemaFolder } from '#test/harness/ucp/schemas.ts'
import { buyer, shippingTo } from '#test/harness/ucp/buyer.ts'

const profiles = await startProfileServer()
const { app, db, stripe, stop } = await stripeApp({ WEBHOOKS_ALLOW_PRIVATE: '1', RATE_LIMITS: 'off' })
afterAll(() => Promise.all([stop(), profiles.stop()]))
const agent = profiles.publish('/agent.json', profileWith(allCapabilities))
let cup = ''
let productid = 0
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = await goods.add('Cup', { variants: [{ price: 100_000, stock: 50 }] })
  cup = `v${(await variantsOf(db, productid))[0]}`
})

interface Checkout {
  id: string
  status: string
  ucp: { payment_handlers: Record<string, { id: string; available_instruments: { type: string }[] }[]> }
  messages: { type: string; code: string; severity?: string }[]
  continue_url?: string
  order?: { id: string; permalink_url: string }
  totals: { type: string; amount: number }[]
}

async function send(path: string, body?: object, method?: 'PUT'): Promise<Checkout> {
  const headers: Record<string, string> = body ? { 'idempotency-key': randomUUID() } : {}
  const answer = (
    await sendAs(app, agent, `/ucp/checkout-sessions${path}`, { body, headers, ...(method && { method }) })
  ).json<Checkout>()
  if (schemaFolder !== undefined) expectValid('shopping/checkout.json', answer)
  return answer
}

const put = (id: string, body: object) => send(`/${id}`, body, 'PUT')
const open = (more: object = {}) =>
  send('', {
    line_items: [{ item: { id: cup }, quantity: 2 }],
    buyer: { ...buyer, email: `${randomUUID()}@example.com` },
    fulfillment: shippingTo(),
    ...more,
  })
const pay = (id: string, handler: string) =>
  send(`/${id}/complete`, { payment: { instruments: [{ id: 'i', handler_id: handler, type: handler }] } })

async function offer(name: string, value: unknown): Promise<void> {
  const key = `payment.${name}`
  const stored = { config_id: 1, key, value: JSON.stringify(value) }
  await db
    .insertInto('setting')
    .values(stored)
    .onConflict((conflict) => conflict.columns(['config_id', 'key']).doUpdateSet({ value: stored.value }))
    .execute()
  onTestFinished(async () => void (await db.deleteFrom('setting').where('key', '=', key).execute()))
}

/** The shop asks the provider about all its open payments. */
async function poll(): Promise<void> {
  await db
    .updateTable('payment')
    .set({ next_poll_at: new Date(0) })
    .where('next_poll_at', 'is not', null)
    .execute()
  await pollPayments(db, { online: fixedPayments([stripe.provider]), keyedHash: keyedHash(authSecret) })
}

it('leads to the page of the provider, and is completed once the payment has arrived', async () => {
  const { id, ucp } = await open()
  expect(Object.keys(ucp.payment_handlers)).toContain('localhost.stripe')
  const placed = await pay(id, 'stripe')
  expect(placed).toMatchObject({
    status: 'requires_escalation',
    messages: [{ code: 'payment_required', severity: 'requires_buyer_input' }],
  })
  const { id: number } = placed.order!
  expect(placed.continue_url).toBe(stripe.session(number).url)
  stripe.pay(number)
  await db
    .updateTable('payment')
    .set({ next_poll_at: new Date(0) })
    .execute()
  await pollPayments(db, { online: fixedPayments([stripe.provider]), keyedHash: keyedHash(authSecret) })
  const paid = await send(`/${id}`)
  expect(paid).toMatchObject({ status: 'completed', messages: [], order: { id: number } })
  expect(paid.continue_url).toBeUndefined()
})

it('is canceled if nobody pays in time', async () => {
  const { id } = await open()
  const placed = await pay(id, 'stripe')
  const late = new Date(Date.now() - 1000)
  await db
    .updateTable('shop_order')
    .set({ reserved_until: late })
    .where('number', '=', placed.order!.id)
    .execute()
  await poll()
  expect(await send(`/${id}`)).toMatchObject({ status: 'canceled' })
})

it('can be canceled as long as its order waits for the payment', async () => {
  const stock = () =>
    db
      .selectFrom('stock_level')
      .select('available')
      .where('variant_id', '=', Number(cup.slice(1)))
      .executeTakeFirstOrThrow()
  const before = await stock()
  const { id } = await open()
  const placed = await pay(id, 'stripe')
  for (const refused of [
    await pay(id, 'cod'),
    await put(id, { line_items: [{ item: { id: cup }, quantity: 1 }] }),
  ])
    expect(refused).toMatchObject({
      status: 'requires_escalation',
      order: placed.order,
      messages: [{ code: 'checkout_awaits_payment' }, { code: 'payment_required' }],
    })
  const canceled = await send(`/${id}/cancel`, {})
  expect(canceled).toMatchObject({ status: 'canceled', messages: [] })
  expect(canceled.continue_url).toBeUndefined()
  expect(await stock()).toEqual(before)
  expect(await send(`/${id}/cancel`, {})).toMatchObject({ messages: [{ code: 'checkout_canceled' }] })

  const paid = await open()
  const { id: number } = (await pay(paid.id, 'stripe')).order!
  stripe.pay(number)
  await poll()
  expect(await send(`/${paid.id}/cancel`, {})).toMatchObject({
    status: 'completed',
    messages: [{ code: 'checkout_completed' }],
  })
})

it('is completed by a transfer, with the order page for how to pay', async () => {
  await offer('bank_transfer', true)
  await offer('bank_details', 'Bank of Pune 123')
  const { id } = await open()
  const placed = await pay(id, 'bank_transfer')
  expect(placed).toMatchObject({
    status: 'completed',
    messages: [{ type: 'info', code: 'payment_instructions' }],
  })
  const page = new URL(placed.order!.permalink_url)
  const answer = await app.inject({
    url: `/api${page.pathname}${page.search}`,
    headers: { host: 'localhost' },
  })
  expect(answer.json<{ data: { paymentText: string } }>().data.paymentText).toContain('Bank of Pune 123')
})

it('offers no cash that needs a deposit, which the buyer pays at the checkout of the shop', async () => {
  await offer('cod_deposit', 'percent')
  const { ucp, id } = await open()
  expect(Object.keys(ucp.payment_handlers)).not.toContain('localhost.cash_on_delivery')
  expect(await pay(id, 'cod')).toMatchObject({ messages: [{ code: 'payment_failed' }] })
  const items = [{ productid, quantity: 2 }]
  const placed = await order(stranger(app), { items, session: id, expectedDeposit: 400 })
  expect(placed).toMatchObject({ status: 201, answer: { data: { status: 'pending' } } })
  const { number, paymentUrl } = placed.answer.data
  expect(await send(`/${id}`)).toMatchObject({ status: 'requires_escalation', continue_url: paymentUrl })
  stripe.pay(number)
  await poll()
  expect(await send(`/${id}`)).toMatchObject({ status: 'completed' })
})

it('offers no cash above the limit of the shop, and nothing but an order without payment at no cost', async () => {
  await offer('cod_max', 150_000)
  const { ucp, id } = await open()
  expect(Object.keys(ucp.payment_handlers)).not.toContain('localhost.cash_on_delivery')
  expect(await pay(id, 'cod')).toMatchObject({ messages: [{ code: 'payment_failed' }] })
  const { code } = await newCoupon(db, { kind: 'percent', percent: 10_000, amount: null })
  const shipping = { flat: 0, free_from: null }
  await db
    .insertInto('setting')
    .values({ config_id: 1, key: 'shipping.flat', value: JSON.stringify(shipping.flat) })
    .onConflict((conflict) => conflict.columns(['config_id', 'key']).doUpdateSet({ value: '0' }))
    .execute()
  const free = await open({ discounts: { codes: [code] } })
  expect(free.totals.at(-1)).toMatchObject({ type: 'total', amount: 0 })
  expect(Object.keys(free.ucp.payment_handlers)).toEqual(['localhost.none'])
  expect((await pay(free.id, 'none')).status).toBe('completed')
})

it('waits for the shop where the platform has none of its ways to pay', async () => {
  const own = profiles.publish('/own.json', {
    ...profileWith(allCapabilities),
    ucp: { ...profileWith(allCapabilities).ucp, payment_handlers: { 'com.example.pay': [] } },
  })
  const answer = await sendAs(app, own, '/ucp/checkout-sessions', {
    body: { line_items: [{ item: { id: cup }, quantity: 1 }] },
  })
  const checkout = answer.json<Checkout>()
  expect(checkout.ucp.payment_handlers).toEqual({})
  expect(checkout.messages).toContainEqual(
    expect.objectContaining({ code: 'payment_handler_unavailable', severity: 'requires_buyer_input' }),
  )
})

it('sends the invoice to the billing address of the instrument', async () => {
  const billing_address = {
    first_name: 'Ravi',
    last_name: 'Iyer',
    street_address: '9 MG Road',
    address_locality: 'Bengaluru',
    address_region: 'Karnataka',
    postal_code: '560001',
    address_country: 'IND',
  }
  const payBy = (id: string, address: object) =>
    send(`/${id}/complete`, {
      payment: {
        instruments: [
          { id: 'i', handler_id: 'stripe', type: 'stripe' },
          { id: 'j', handler_id: 'cod', type: 'cod', selected: true, billing_address: address },
        ],
      },
    })
  const addressesOf = (number: string) =>
    db
      .selectFrom('shop_order')
      .select(['billing_address', 'shipping_address'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  const { id } = await open()
  const refused = await payBy(id, { ...billing_address, postal_code: '4', address_region: 'Goa' })
  expect(refused).toMatchObject({
    status: 'incomplete',
    messages: [
      {
        code: 'invalid',
        severity: 'recoverable',
        path: '$.payment.instruments[1].billing_address.postal_code',
      },
    ],
  })
  expect(refused.order).toBeUndefined()
  const placed = await payBy(id, billing_address)
  expect(placed.status, JSON.stringify(placed.messages)).toBe('completed')
  expect(await addressesOf(placed.order!.id)).toMatchObject({
    billing_address: { fullName: 'Ravi Iyer', line1: '9 MG Road', state: 'KA', country: 'IN' },
    shipping_address: { fullName: 'Asha Rao', line1: '4 Rose Lane', state: 'MH' },
  })
  // It has a name only if the platform sends one.
  const { first_name: _, last_name: __, ...unnamed } = billing_address
  const second = await payBy((await open()).id, unnamed)
  expect(await addressesOf(second.order!.id)).toMatchObject({ billing_address: { fullName: 'Asha Rao' } })
})

it('needs line items, or a cart', async () => {
  const answer = await sendAs(app, agent, '/ucp/checkout-sessions', { body: { buyer: {} } })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid_input'])
})
