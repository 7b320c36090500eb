import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { expectValid } from '#test/harness/ucp/schemas.ts'
import { testOperations } from '#test/harness/ucp/test-operations.ts'
import { reversedHost } from './host-name.ts'

const { operations } = testOperations()
const { app, db, stop } = await testApp({ operations, env: { PUBLIC_URL: 'https://my-shop.example' } })
afterAll(stop)
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'my-shop.example', ...headers } })

test('the profile of the shop', async () => {
  const answer = await get('/.well-known/ucp', { cookie: 'session=abc' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  const { ucp, signing_keys: keys } = answer.json()
  expect(ucp.version).toBe('2026-04-08')
  expect(ucp.services['dev.ucp.shopping']).toMatchObject([
    { transport: 'rest', endpoint: 'https://my-shop.example/ucp' },
    { transport: 'mcp', endpoint: 'https://my-shop.example/ucp/mcp' },
  ])
  expect(Object.keys(ucp.capabilities)).toEqual([
    'dev.ucp.shopping.catalog.search',
    'dev.ucp.shopping.cart',
    'dev.ucp.shopping.checkout',
    'dev.ucp.shopping.fulfillment',
    'dev.ucp.shopping.discount',
    'dev.ucp.shopping.buyer_consent',
  ])
  expect(ucp.capabilities['dev.ucp.shopping.discount'][0].extends).toEqual([
    'dev.ucp.shopping.checkout',
    'dev.ucp.shopping.cart',
  ])
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' }])
  expect(keys[0]).not.toHaveProperty('d')
})

test('is the same for everybody, and has an ETag', async () => {
  const first = await get('/.well-known/ucp')
  expect((await get('/.well-known/ucp', { cookie: 'visitor=x' })).body).toBe(first.body)
  const etag = String(first.headers['etag'])
  expect((await get('/.well-known/ucp', { 'if-none-match': etag })).statusCode).toBe(304)
})

test('the profile matches the published schema', async () => {
  const profile = (await get('/.well-known/ucp')).json()
  expect(profile).toMatchObject({ ucp: { version: '2026-04-08' } })
  expectValid('discovery/profile.json#/$defs/business_profile', profile)
})

test('each shop has its own name and key', async () => {
  await sql`insert into shop (config_id, name) values (2, 'Other')`.execute(db)
  await sql`insert into shop_host (config_id, host) values (2, 'other.example')`.execute(db)
  const profiles = async () =>
    Promise.all(
      ['my-shop.example', 'other.example'].map(async (host) =>
        (await get('/.well-known/ucp', { host })).json(),
      ),
    )
  await expect.poll(async () => (await profiles())[1].ucp?.services).toBeDefined()
  const [first, second] = await profiles()
  expect(second.ucp.services['dev.ucp.shopping'][0].endpoint).toBe('https://other.example/ucp')
  expect(second.signing_keys[0].kid).not.toBe(first.signing_keys[0].kid)
})

test('an unknown host gets no profile and no redirect', async () => {
  for (const url of ['/.well-known/ucp', '/ucp/carts/x', '/ucp/handlers/upi']) {
    const answer = await get(url, { host: 'made-up.example' })
    expect([answer.statusCode, answer.json().code]).toEqual([421, 'unknown_host'])
  }
})

describe('payment handlers', () => {
  const handlers = async () => (await get('/.well-known/ucp')).json().ucp.payment_handlers

  test('are those that the shop offers', async () => {
    await db
      .insertInto('setting')
      .values([
        { config_id: 1, key: 'payment.cod', value: 'true' },
        { config_id: 1, key: 'payment.bank_transfer', value: 'false' },
      ])
      .onConflict((conflict) =>
        conflict.columns(['config_id', 'key']).doUpdateSet({ value: (e) => e.ref('excluded.value') }),
      )
      .execute()
    const listed = await handlers()
    expect(Object.keys(listed)).toContain('example.my_shop.cash_on_delivery')
    expect(Object.keys(listed)).not.toContain('example.my_shop.bank_transfer')
    expect(listed['example.my_shop.cash_on_delivery']).toEqual([
      {
        id: 'cod',
        version: '2026-04-08',
        spec: 'https://my-shop.example/ucp/handlers/cash_on_delivery',
        schema: 'https://my-shop.example/ucp/handlers/cash_on_delivery.json',
        available_instruments: [{ type: 'cash_on_delivery' }],
      },
    ])
  })

  test('have both documents', async () => {
    for (const [handler] of Object.values<{ spec: string; schema: string }[]>(await handlers())) {
      const { spec, schema } = handler!
      const text = await get(new URL(spec).pathname)
      expect([text.statusCode, text.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      const document = await get(new URL(schema).pathname)
      expect(document.json()).toMatchObject({ $id: schema, type: 'object' })
    }
    expect((await get('/ucp/handlers/barter')).statusCode).toBe(404)
  })
})

test.each([
  ['https://shop.example.com', 'com.example.shop'],
  ['https://my-shop.example', 'example.my_shop'],
  ['https://24.example', 'example.n24'],
  ['http://localhost:8000', 'localhost'],
  ['http://127.0.0.1:8000', 'n1.n0.n0.n127'],
  ['http://[::1]:8000', 'n1'],
  ['https://xn--fiqs8s.xn--p1ai', 'xnp1ai.xn__fiqs8s'],
])('%s begins the names %s', (origin, expected) => {
  expect(reversedHost(origin)).toBe(expected)
  expect(`${expected}.upi`).toMatch(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/)
})
