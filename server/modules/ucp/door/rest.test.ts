import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { allCapabilities, profileWith, sendAs, startProfileServer } from '#test/harness/ucp/platform.ts'
import { expectValid } from '#test/harness/ucp/schemas.ts'
import { oneMug, testOperations } from '#test/harness/ucp/test-operations.ts'

const { operations, runs } = testOperations()
const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, db, logged, stop } = await testApp({
  operations,
  env: { WEBHOOKS_ALLOW_PRIVATE: 'yes', RATE_LIMITS: 'off' },
})
afterAll(stop)

const agent = profiles.publish('/agent.json', profileWith(allCapabilities))
const send = (path: string, sent: Parameters<typeof sendAs>[3] = {}, profile = agent) =>
  sendAs(app, profile, path, sent)
const withKey = (value: string = randomUUID()) => ({ 'idempotency-key': value })

const failure = (code: string) => ({ code, content: expect.stringMatching(/^[A-Z].*\.$/) })

describe('who calls', () => {
  test.each([
    ['no header', { 'ucp-agent': '' }, 400, 'invalid_profile_url'],
    ['no dictionary', { 'ucp-agent': '"https://agent.example' }, 400, 'invalid_profile_url'],
    ['no profile', { 'ucp-agent': 'name="agent"' }, 400, 'invalid_profile_url'],
    ['a token', { 'ucp-agent': 'profile=agent' }, 400, 'invalid_profile_url'],
    ['a list', { 'ucp-agent': 'profile=("https://agent.example/")' }, 400, 'invalid_profile_url'],
    ['no address', { 'ucp-agent': 'profile="agent"' }, 400, 'invalid_profile_url'],
    ['another protocol', { 'ucp-agent': 'profile="ftp://agent.example/"' }, 400, 'invalid_profile_url'],
    ['a password', { 'ucp-agent': 'profile="https://a:b@agent.example/"' }, 400, 'invalid_profile_url'],
  ])('refuses a header with %s', async (_, headers, status, code) => {
    const answer = await send('/ucp/carts/abc', { headers })
    expect([answer.statusCode, answer.json()]).toEqual([status, failure(code)])
  })

  test('accepts other members beside the profile', async () => {
    const answer = await send('/ucp/carts/abc', {
      headers: { 'ucp-agent': `name="a";v=1, profile="${agent}";x, version=2` },
    })
    expect(answer.json()).toMatchObject({ id: 'abc', ucp: { status: 'success' } })
  })

  const lies: [string, Parameters<typeof profiles.publish>[1], number, string][] = [
    ['is missing', (_, response) => response.writeHead(404).end(), 424, 'profile_unreachable'],
    ['fails', (_, response) => response.writeHead(500).end(), 424, 'profile_unreachable'],
    [
      'redirects',
      (_, response) => response.writeHead(302, { location: agent }).end(),
      424,
      'profile_unreachable',
    ],
    ['is not JSON', (_, response) => response.end('<html>'), 422, 'profile_malformed'],
    ['is no profile', { hello: 'world' }, 422, 'profile_malformed'],
    ['lists its services', { ucp: { version: '2026-04-08', services: [] } }, 422, 'profile_malformed'],
    [
      'lists its handlers',
      { ucp: { version: '2026-04-08', payment_handlers: [] } },
      422,
      'profile_malformed',
    ],
    [
      'lists its capabilities',
      { ucp: { version: '2026-04-08', capabilities: [] } },
      422,
      'profile_malformed',
    ],
    ['has keys by name', { ucp: { version: '2026-04-08' }, signing_keys: {} }, 422, 'profile_malformed'],
    ['is of 2026-01-11', { ucp: { version: '2026-01-11', capabilities: [] } }, 422, 'version_unsupported'],
    ['is of the future', { ucp: { version: '2027-01-01' } }, 422, 'version_unsupported'],
    ['is 50 MB long', (_, response) => response.end(Buffer.alloc(50_000_000, 32)), 422, 'profile_malformed'],
    ['never comes', () => {}, 424, 'profile_unreachable'],
  ]
  test.each(lies)('refuses a platform whose profile %s', async (name, profile, status, code) => {
    const url = profiles.publish(`/lies/${encodeURIComponent(name)}`, profile)
    const answer = await send('/ucp/carts/abc', {}, url)
    expect([answer.statusCode, answer.json()]).toEqual([status, failure(code)])
  })

  test('refuses a platform that staff have blocked, without reading its profile', async () => {
    const url = profiles.publish('/blocked.json', profileWith(allCapabilities))
    await db
      .insertInto('agent_platform')
      .values({ config_id: 1, profile_url: url, blocked_at: new Date() })
      .execute()
    const answer = await send('/ucp/carts/abc', {}, url)
    expect([answer.statusCode, answer.json()]).toEqual([403, failure('profile_not_trusted')])
    expect(profiles.countOf('/blocked.json')).toBe(0)
  })

  test('stores a platform once, and its last use at most once a minute', async () => {
    const url = profiles.publish('/stored.json', profileWith(allCapabilities))
    const rows = () =>
      db.selectFrom('agent_platform').select(['id', 'last_used_at']).where('profile_url', '=', url).execute()
    await Promise.all([1, 2, 3].map(() => send('/ucp/carts/abc', {}, url)))
    const [before, ...others] = await rows()
    expect(others).toEqual([])
    await send('/ucp/carts/abc', {}, url)
    expect(await rows()).toEqual([before])
    await sql`update agent_platform set last_used_at = now() - interval '2 minutes' where id = ${before?.id}`.execute(
      db,
    )
    await send('/ucp/carts/abc', {}, url)
    expect((await rows())[0]?.last_used_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('what both sides can do', () => {
  test('answers with the capabilities that apply', async () => {
    const answer = await send('/ucp/carts', { body: oneMug })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
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
    expect([...runs.at(-1)!.call.capabilities]).toContain('dev.ucp.shopping.fulfillment')
  })

  test('a missing capability is a business outcome', async () => {
    const url = profiles.publish(
      '/search-only.json',
      profileWith(['dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.discount']),
    )
    const search = await send('/ucp/catalog/search', { body: { query: 'mug' } }, url)
    expect(search.json().ucp.capabilities).toEqual({
      'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }],
    })
    const before = runs.length
    const answer = await send('/ucp/carts', { body: oneMug }, url)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ucp: { version: '2026-04-08', status: 'error' },
        messages: [
          expect.objectContaining({
            type: 'error',
            code: 'capabilities_incompatible',
            severity: 'unrecoverable',
          }),
        ],
        continue_url: 'http://localhost/',
      },
    ])
    expect(runs).toHaveLength(before)
  })

  test('has the payment handlers of a checkout', async () => {
    const answer = await send('/ucp/checkout-sessions/s1/complete', { body: {}, headers: withKey() })
    expect(answer.json()).toMatchObject({ id: 's1', ucp: { payment_handlers: {} } })
  })
})

describe('failures have the form of the protocol', () => {
  test.each<[string, string, Parameters<typeof sendAs>[3], number, string]>([
    ['malformed JSON', '/ucp/carts', { body: '{' }, 400, 'invalid_json'],
    ['an array', '/ucp/carts', { body: [] }, 400, 'invalid_json'],
    ['a prototype', '/ucp/carts', { body: '{"__proto__": {}}' }, 400, 'invalid_json'],
    ['no body', '/ucp/carts', { method: 'POST' }, 400, 'invalid_input'],
    ['a wrong field', '/ucp/carts', { body: { line_items: 1 } }, 400, 'invalid_input'],
    ['a form', '/ucp/carts', { body: 'a=b', headers: { 'content-type': 'text/plain' } }, 415, 'media_type'],
    ['a large body', '/ucp/carts', { body: 'x'.repeat(70_000) }, 413, 'body_too_large'],
    ['an unknown call', '/ucp/nothing', {}, 404, 'not_found'],
    ['the endpoint itself', '/ucp', {}, 404, 'not_found'],
    ['another method', '/ucp/carts', { method: 'PUT', body: oneMug }, 405, 'method_not_allowed'],
    ['a malformed address', '/ucp/carts/%zz', {}, 400, 'invalid_url'],
    ['an own refusal', '/ucp/carts', { body: { ...oneMug, note: 'refuse' } }, 409, 'conflict'],
    ['an own fault', '/ucp/carts', { body: { ...oneMug, note: 'crash' } }, 500, 'internal'],
    ['an unknown host', '/ucp/carts/abc', { host: 'made-up.example' }, 421, 'unknown_host'],
  ])('%s', async (_, path, sent, status, code) => {
    const answer = await send(path, sent)
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, content: expect.any(String) }])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.body).not.toContain('secret')
  })

  test('answers match the published schemas', async () => {
    const few = profiles.publish('/few.json', profileWith(['dev.ucp.shopping.catalog.search']))
    for (const outcome of [await send('/ucp/carts/missing'), await send('/ucp/carts/abc', {}, few)]) {
      expect(outcome.json()).toMatchObject({ ucp: { status: 'error' } })
      expectValid('shopping/types/error_response.json', outcome.json())
    }
    const { ucp } = (await send('/ucp/carts/abc')).json()
    expectValid('ucp.json#/$defs/success', ucp)
    expectValid('ucp.json#/$defs/response_cart_schema', ucp)
  })

  test('what does not exist is a business outcome', async () => {
    const answer = await send('/ucp/carts/missing')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ucp: { version: '2026-04-08', status: 'error' },
        messages: [
          { type: 'error', code: 'not_found', content: 'There is no such cart.', severity: 'unrecoverable' },
        ],
      },
    ])
  })
})

test('echoes the Request-Id, and is not cached, indexed or referred to', async () => {
  const id = randomUUID()
  const answer = await send('/ucp/carts/abc', { headers: { 'request-id': id } })
  expect(answer.headers).toMatchObject({
    'request-id': id,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'request', requestId: id }))
})

test('ids of sessions and carts are in no log', async () => {
  for (const path of [
    '/ucp/carts/topsecret',
    '/%75cp/carts/topsecret',
    '/ucp/carts/topsecret%zz',
    '/ucp/topsecret',
  ])
    await send(path)
  await send('/ucp/carts/topsecret', { method: 'PUT', body: { ...oneMug, note: 'crash' } })
  expect(JSON.stringify(logged)).toContain('/ucp/carts/:id')
  expect(JSON.stringify(logged)).not.toContain('topsecret')
})
