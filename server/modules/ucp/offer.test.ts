import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateAgentSettings } from '#contract/settings/settings.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newcomer } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { allCapabilities, profileWith, sendAs, startProfileServer } from '#test/harness/ucp/platform.ts'

const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off', WEBHOOKS_ALLOW_PRIVATE: '1' } })
afterAll(stop)
const agent = profiles.publish('/agent.json', profileWith(allCapabilities))
let admin: Client
beforeAll(async () => {
  ;({ browser: admin } = await newcomer(db, app, { role_id: 1 }))
})

const allow = async (allowed: { catalog: boolean; checkout: boolean }) =>
  expect((await admin.send(updateAgentSettings, allowed)).status).toBe(200)
const discovery = () => app.inject({ url: '/.well-known/ucp', headers: { host: 'localhost' } })
const send = async (path: string, body?: object) => {
  const answer = await sendAs(app, agent, `/ucp${path}`, { body })
  return { status: answer.statusCode, ...answer.json<{ code?: string; messages?: { code: string }[] }>() }
}
const listTools = () =>
  sendAs(app, agent, '/ucp/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
const search = () => send('/catalog/search', { query: 'mug' })
const fill = () => send('/carts', { line_items: [{ item: { id: 'v1' }, quantity: 1 }] })

describe('the switches of the owner', () => {
  test('all is on at the start', async () => {
    expect(Object.keys((await discovery()).json().ucp.capabilities)).toContain('dev.ucp.shopping.checkout')
    expect(await search()).toMatchObject({ status: 200, products: [] })
    expect((await fill()).messages).not.toMatchObject([{ code: 'capabilities_incompatible' }])
  })

  test('without the checkout, agents read the catalog and their orders', async () => {
    await allow({ catalog: true, checkout: false })
    expect(Object.keys((await discovery()).json().ucp.capabilities)).toEqual([
      'dev.ucp.shopping.catalog.search',
      'dev.ucp.shopping.catalog.lookup',
    ])
    expect(await search()).toMatchObject({ status: 200, products: [] })
    const incompatible = {
      status: 200,
      messages: [{ code: 'capabilities_incompatible', content: expect.stringContaining('at present') }],
    }
    expect(await fill()).toMatchObject(incompatible)
    expect(await send('/checkout-sessions', { line_items: [] })).toMatchObject(incompatible)
    expect(await send('/orders/x')).toMatchObject({ messages: [{ code: 'unauthorized' }] })
    const { tools } = (await listTools()).json().result
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'search_catalog',
      'lookup_catalog',
      'get_product',
      'get_order',
    ])
  })

  test('without the catalog, agents are refused', async () => {
    await allow({ catalog: false, checkout: true })
    expect((await discovery()).statusCode).toBe(404)
    expect((await discovery()).json()).toMatchObject({ code: 'not_found', content: expect.any(String) })
    const refused = { status: 403, code: 'agents_refused' }
    expect(await search()).toMatchObject(refused)
    expect(await fill()).toMatchObject(refused)
    expect((await listTools()).statusCode).toBe(403)
  })
})
