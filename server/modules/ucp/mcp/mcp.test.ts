import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import {
  allCapabilities,
  platformKey,
  profileWith,
  sendAs,
  startProfileServer,
} from '#test/harness/ucp/platform.ts'
import { oneMug, testOperations } from '#test/harness/ucp/test-operations.ts'

const { operations, runs, countOf } = testOperations()
const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, stop } = await testApp({
  operations,
  env: { WEBHOOKS_ALLOW_PRIVATE: 'yes', RATE_LIMITS: 'off' },
})
afterAll(stop)
const key = platformKey()
const agent = profiles.publish('/agent.json', profileWith(allCapabilities, { signing_keys: [key.jwk] }))

/** Posts to the address of MCP, without the header of REST. */
async function post(body: object | string, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/ucp/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, json: () => answer.json() }
}

const rpc = (method: string, params?: object) =>
  post({ jsonrpc: '2.0', id: 7, method, ...(params && { params }) })
const meta = (more: object = {}) => ({ 'ucp-agent': { profile: agent }, ...more })
const call = (name: string, given: object) => rpc('tools/call', { name, arguments: given })

describe('the life of a connection', () => {
  test('initialize agrees on a version', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const { status, json } = await rpc('initialize', params)
    expect([status, json()]).toEqual([
      200,
      {
        jsonrpc: '2.0',
        id: 7,
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: { listChanged: false } },
          serverInfo: { name: expect.any(String), version: expect.any(String) },
        },
      },
    ])
    const unknown = await rpc('initialize', { ...params, protocolVersion: '1999-01-01' })
    expect(unknown.json().result.protocolVersion).toBe('2025-11-25')
  })

  test('notifications get no answer, and ping gets an empty one', async () => {
    const { status, body } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([status, body]).toEqual([202, ''])
    expect((await rpc('ping')).json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  })

  test('lists the operations as tools', async () => {
    const { tools } = (await rpc('tools/list')).json().result
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(operations.map(({ tool }) => tool))
    const [search, create, get, update, complete] = tools
    expect(search).toMatchObject({
      description: 'Searches',
      outputSchema: { type: 'object' },
      inputSchema: {
        type: 'object',
        required: ['meta', 'catalog'],
        properties: {
          meta: { type: 'object', required: ['ucp-agent'] },
          catalog: { type: 'object', required: ['query'], properties: { query: { type: 'string' } } },
        },
      },
    })
    expect(create.inputSchema.required).toEqual(['meta', 'cart'])
    expect(get.inputSchema.required).toEqual(['meta', 'id'])
    expect(update.inputSchema.required).toEqual(['meta', 'id', 'cart'])
    expect(update.inputSchema.properties.cart.properties).not.toHaveProperty('id')
    expect(complete.inputSchema.properties.meta.required).toEqual(['ucp-agent', 'idempotency-key'])
  })

  test('there are no streams', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/ucp/mcp' })
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST'])
    }
  })
})

describe('calls of tools', () => {
  test('answer with what REST answers, also as text', async () => {
    const { status, json } = await call('create_cart', { meta: meta(), cart: oneMug })
    const { result } = json()
    expect(status).toBe(200)
    expect(result.structuredContent).toEqual({
      ucp: {
        version: '2026-04-08',
        status: 'success',
        capabilities: {
          'dev.ucp.shopping.cart': [{ version: '2026-04-08' }],
          'dev.ucp.shopping.discount': [{ version: '2026-04-08' }],
        },
      },
      id: expect.any(String),
      line_items: oneMug.line_items,
    })
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }])
    const rest = await sendAs(app, agent, '/ucp/carts/missing')
    const missing = (await call('get_cart', { meta: meta(), id: 'missing' })).json()
    expect(missing.result.structuredContent).toEqual(rest.json())
  })

  test('share their idempotency keys with REST', async () => {
    const idempotencyKey = randomUUID()
    const before = countOf('update_cart')
    const given = { meta: meta({ 'idempotency-key': idempotencyKey }), id: 'c1', cart: oneMug }
    const first = (await call('update_cart', given)).json().result.structuredContent
    const rest = await sendAs(app, agent, '/ucp/carts/c1', {
      method: 'PUT',
      body: oneMug,
      headers: { 'idempotency-key': idempotencyKey },
    })
    expect(rest.json()).toEqual(first)
    const other = await call('update_cart', { ...given, id: 'c2' })
    expect([other.status, other.json().error]).toMatchObject([
      409,
      { code: -32000, data: { code: 'idempotency_conflict' } },
    ])
    expect(countOf('update_cart')).toBe(before + 1)
  })

  test('are signed as requests of HTTP', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_cart', arguments: { meta: meta(), id: 'c1' } },
    }
    await sendAs(app, agent, '/ucp/mcp', { body, key })
    expect(runs.at(-1)!.call.platform.isAuthenticated).toBe(true)
    const forged = await sendAs(app, agent, '/ucp/mcp', { body, key: platformKey('platform-1') })
    expect([forged.statusCode, forged.json().error]).toMatchObject([
      401,
      { code: -32000, data: { code: 'signature_invalid' } },
    ])
  })
})

describe('failures', () => {
  const stranger = { 'ucp-agent': { profile: `${profiles.origin}/absent` } }
  test.each<[string, object, number, number, string]>([
    ['no meta', { id: 'c1' }, 400, -32001, 'invalid_profile_url'],
    ['no address', { id: 'c1', meta: { 'ucp-agent': { profile: 'x' } } }, 400, -32001, 'invalid_profile_url'],
    ['an unreachable profile', { id: 'c1', meta: stranger }, 424, -32001, 'profile_unreachable'],
    ['no id', { meta: meta() }, 400, -32602, 'invalid_input'],
  ])('%s', async (_, given, status, code, problem) => {
    const answer = await call('get_cart', given)
    expect([answer.status, answer.json()]).toEqual([
      status,
      {
        jsonrpc: '2.0',
        id: 7,
        error: { code, message: expect.any(String), data: { code: problem, content: expect.any(String) } },
      },
    ])
  })

  test.each<[string, object | string, number, number]>([
    ['malformed JSON', '{', 400, -32700],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32700],
    ['another protocol', { id: 1, method: 'ping' }, 400, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, 400, -32601],
    ['an unknown tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } }, 400, -32601],
    ['a call without a name', { jsonrpc: '2.0', id: 1, method: 'tools/call' }, 400, -32602],
  ])('%s', async (_, body, status, code) => {
    const answer = await post(body)
    expect([answer.status, answer.json().error.code]).toEqual([status, code])
  })

  test('complete without a key, and a body that is missing', async () => {
    expect(
      (await call('complete_checkout', { meta: meta(), id: 's1', checkout: {} })).json().error,
    ).toMatchObject({
      code: -32602,
      data: { code: 'idempotency_key_required' },
    })
    expect((await call('create_cart', { meta: meta() })).json().error.code).toBe(-32602)
  })

  test('an own fault shows nothing', async () => {
    const answer = await call('create_cart', { meta: meta(), cart: { ...oneMug, note: 'crash' } })
    expect([answer.status, answer.json().error.code]).toEqual([500, -32603])
    expect(answer.body).not.toContain('secret')
  })

  test('forms of browsers and unknown versions are refused', async () => {
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect((await post(ping, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(ping, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await post(ping, { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200)
  })
})
