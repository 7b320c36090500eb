import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getAgentKeys,
  getAgentPlatforms,
  getAgentSessions,
  rotateAgentKey,
  updateAgentPlatform,
} from '#contract/agents/agent.ts'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { getAdminOrder, getAdminOrders } from '#contract/orders/admin-order.ts'
import { getSales } from '#contract/reports/report.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { newcomer, newUser, signedIn, staffWith } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { addPlatform, callCheckout } from '#test/harness/ucp/checkout-call.ts'
import { allCapabilities, profileWith, sendAs, startProfileServer } from '#test/harness/ucp/platform.ts'
import { buyer, shippingTo } from '#test/harness/ucp/buyer.ts'

const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off', WEBHOOKS_ALLOW_PRIVATE: '1' } })
afterAll(stop)
const seller = 'https://shopper.example/ucp.json'
const caller = profiles.publish('/agent.json', profileWith(allCapabilities))
let admin: Client
let elsewhere: Client
let sessionId: string
let total: number

beforeAll(async () => {
  const { mug } = await makeGoods(db)
  ;({ browser: admin } = await newcomer(db, app, { role_id: 1 }))
  const other = await newUser(db, { config_id: 2, role_id: 1 })
  elsewhere = await signedIn(app, other.email, 'other.example')
  await addPlatform(db, 'https://other.example/ucp.json', 2)
  const [variant] = await variantsOf(db, mug)
  const platformId = await addPlatform(db, seller)
  const run = (tool: string, sent: object) =>
    callCheckout(db, tool, sent, { platformId, webhookUrl: 'https://shopper.example/orders' })
  const open = { line_items: [{ item: { id: `v${variant}` }, quantity: 2 }] }
  const cancelled = await run('create_checkout', open)
  await run('cancel_checkout', { id: cancelled.id })
  await run('create_checkout', open)
  const { id } = await run('create_checkout', {
    ...open,
    buyer,
    fulfillment: shippingTo(),
  })
  const instruments = [{ id: 'i1', handler_id: 'cod', type: 'cash_on_delivery' }]
  const done = await run('complete_checkout', { id, payment: { instruments } })
  if (done.status !== 'completed') throw new Error(`The checkout is ${done.status}`)
  sessionId = id
  total = done.totals.find(({ type }) => type === 'total')!.amount / 100
})

const search = () => sendAs(app, caller, '/ucp/catalog/search', { body: { query: 'mug' } })
const platforms = async (query: object = {}) => (await admin.send(getAgentPlatforms, query)).answer

describe('platforms', () => {
  test('show what came of them, the latest first', async () => {
    await search()
    const { data, total: count } = await platforms()
    expect(count).toBe(2)
    expect(data.map(({ profileUrl }) => profileUrl)).toEqual([caller, seller])
    expect(data[1]).toMatchObject({
      host: 'shopper.example',
      orders: 1,
      sales: total,
      openSessions: 1,
      blockedAt: null,
    })
    expect(data[0]).toMatchObject({ orders: 0, sales: 0, openSessions: 0 })
    expect((await platforms({ sort: 'orders_desc' })).data[0]?.profileUrl).toBe(seller)
    expect(await platforms({ q: 'Shopper', limit: 1 })).toMatchObject({
      data: [{ host: 'shopper.example' }],
      total: 1,
    })
    expect((await platforms({ page: 2, limit: 1 })).data).toMatchObject([{ profileUrl: seller }])
    expect((await elsewhere.send(getAgentPlatforms)).answer.data).toMatchObject([{ host: 'other.example' }])
  })

  test('staff without the reports do not see the revenue', async () => {
    const { browser } = await staffWith(db, app, ['settings'])
    const { data } = (await browser.send(getAgentPlatforms)).answer
    expect(data.map(({ sales }) => sales)).toEqual([null, null])
  })

  test('a blocked one is refused until it is unblocked, and hears nothing', async () => {
    const targets = () =>
      sql`select disabled_reason as reason from webhook where platform_id is not null`.execute(db)
    for (const { id } of (await platforms()).data)
      expect((await admin.send(updateAgentPlatform, { id, blocked: true })).status).toBe(200)
    expect((await search()).json()).toMatchObject({ code: 'profile_not_trusted' })
    expect((await targets()).rows).toEqual([{ reason: 'The platform is blocked' }])
    expect((await platforms({ blocked: true })).total).toBe(2)
    const { data: entries } = (await admin.send(getAudit, { subject: 'agent_platform' })).answer
    expect(entries).toHaveLength(2)
    for (const { id } of entries) expect((await admin.send(undoAudit, { entry: id })).status).toBe(200)
    expect((await search()).statusCode).toBe(200)
    expect((await targets()).rows).toEqual([{ reason: null }])
    expect((await platforms({ blocked: true })).total).toBe(0)
  })

  test('a platform of another shop does not exist', async () => {
    const [{ id } = { id: 0 }] = (await platforms()).data
    expect((await elsewhere.send(updateAgentPlatform, { id, blocked: true })).status).toBe(404)
  })

  test('two people who decide at once do not overwrite each other', async () => {
    const [{ id, version } = { id: 0, version: 0 }] = (await platforms()).data
    expect((await admin.send(updateAgentPlatform, { id, blocked: true, version })).status).toBe(200)
    expect(await admin.send(updateAgentPlatform, { id, blocked: false, version })).toMatchObject({
      status: 409,
      code: 'version_conflict',
    })
    await admin.send(updateAgentPlatform, { id, blocked: false })
  })
})

describe('sessions', () => {
  const sessions = async (query: object = {}) => (await admin.send(getAgentSessions, query)).answer

  test('newest first, with the order and without secrets', async () => {
    const { data, total: count } = await sessions()
    expect([count, data.map(({ state }) => state)]).toEqual([3, ['ordered', 'open', 'cancelled']])
    expect(data[0]).toMatchObject({
      lines: 1,
      order: { total, currency: 'INR' },
      platform: { host: 'shopper.example' },
    })
    expect(data[1]).toMatchObject({ lines: 1, order: null })
    const text = JSON.stringify(data)
    for (const secret of [sessionId, 'Asha', 'Rose Lane', 'asha@example.com'])
      expect(text).not.toContain(secret)
    expect((await elsewhere.send(getAgentSessions)).answer).toMatchObject({ data: [], total: 0 })
  })

  test('of one platform, and of one state', async () => {
    const [calling, selling] = (await platforms()).data
    expect((await sessions({ platform: selling?.id })).total).toBe(3)
    expect((await sessions({ platform: calling?.id })).total).toBe(0)
    expect((await sessions({ state: 'open' })).total).toBe(1)
    await sql`update checkout_session set expires_at = now() where state = 'open'`.execute(db)
    expect((await sessions({ state: 'open' })).total).toBe(0)
    expect((await sessions({ state: 'expired' })).data).toMatchObject([{ state: 'expired' }])
  })
})

describe('orders', () => {
  const orders = async (query: object = {}) => (await admin.send(getAdminOrders, query)).answer

  test('name the platform through which they came', async () => {
    const [order] = (await orders()).data
    expect(order?.source).toBe('shopper.example')
    const { answer } = await admin.send(getAdminOrder, { number: order?.number })
    expect(answer.data.source).toBe('shopper.example')
  })

  test('are filtered by it', async () => {
    const [calling, selling] = (await platforms()).data
    const totals = [
      { source: 'agents' },
      { source: 'shop' },
      { platform: selling?.id },
      { platform: calling?.id },
    ]
    expect(await Promise.all(totals.map(async (filter) => (await orders(filter)).total))).toEqual([
      1, 0, 1, 0,
    ])
  })

  test('are a row of the sales report', async () => {
    const [, selling] = (await platforms()).data
    expect((await admin.send(getSales, { by: 'source' })).answer.data).toMatchObject([
      { id: selling?.id, name: 'shopper.example', orders: 1, units: null, sales: total },
    ])
  })
})

test('the key is replaced, and the old one remains published', async () => {
  const keys = async () => (await admin.send(getAgentKeys)).answer
  await app.inject({ url: '/.well-known/ucp', headers: { host: 'localhost' } })
  const { data: before, addresses } = await keys()
  expect(before).toMatchObject([{ retiredAt: null, publishedUntil: null }])
  expect(addresses.profile).toMatch(/^https?:\/\/.+\/\.well-known\/ucp$/)
  expect(addresses.mcp).toMatch(/^http:\/\/[^/]+\/mcp$/)
  const old = { kid: before[0]?.kid }
  const { answer } = await admin.send(rotateAgentKey, old)
  expect(await admin.send(rotateAgentKey, old)).toMatchObject({ status: 409, code: 'key_replaced' })
  const { data: after } = await keys()
  expect(after.map(({ kid }) => kid)).toEqual([answer.data.kid, old.kid])
  expect(after[1]).toMatchObject({ retiredAt: expect.any(String), publishedUntil: expect.any(String) })
  const published = await app.inject({ url: '/.well-known/ucp', headers: { host: 'localhost' } })
  expect(published.json().signing_keys.map(({ kid }: { kid: string }) => kid)).toEqual(
    after.map(({ kid }) => kid),
  )
  const { data: entries } = (await admin.send(getAudit, { subject: 'signing_key' })).answer
  expect(entries).toMatchObject([{ undoRefusal: 'A replaced key can’t be restored' }])
})

test('a cancelled order is no sale', async () => {
  await sql`update shop_order set status = 'cancelled', closed_at = now()`.execute(db)
  expect((await platforms({ q: seller })).data).toMatchObject([{ orders: 1, sales: 0 }])
})
