import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { updateTax } from '#contract/settings/settings.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { createApiKey, getApiKeys, revokeApiKey } from '#contract/identity/api-key.ts'
import { removeStaff } from '#contract/identity/staff.ts'
import { testApp } from '#test/harness/app/app.ts'
import { auditLogOf, newcomer, staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { isWithin } from './api-key.queries.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'on' } })
afterAll(stop)
let admin: Awaited<ReturnType<typeof newcomer>>
beforeAll(async () => {
  admin = await newcomer(db, app, { role_id: 1, full_name: 'Devika' })
})

let names = 0
const nextName = () => `Program ${++names}`

async function newKey(input: object = {}, creator = admin.browser) {
  const name = nextName()
  const { status, answer } = await creator.send(createApiKey, { name, permissions: ['orders'], ...input })
  expect(status).toBe(201)
  return { name, ...answer.data }
}

/** Lists orders with a key, from a network address. */
const orders = (key: string, address?: string) =>
  client(app, { ...(address && { address }) }).send(getAdminOrders, {}, { authorization: `Bearer ${key}` })

const invalid = { status: 401, code: 'invalid_api_key' }

test('a key is shown once, stored as a hash, listed and logged without its secret', async () => {
  const { id, name, key } = await newKey({ permissions: ['orders', 'orders'], networks: ['10.0.0.0/8'] })
  expect(key).toMatch(/^haat_[\w-]{43}$/)
  const { data } = (await admin.browser.send(getApiKeys)).answer
  expect(data.find((one) => one.id === id)).toEqual({
    id,
    name,
    permissions: ['orders'],
    readOnly: false,
    networks: ['10.0.0.0/8'],
    ending: key.slice(-4),
    createdBy: 'Devika',
    created_at: expect.any(String) as string,
    expiresAt: null,
    expired: false,
    lastUsedAt: null,
  })
  const after = { name, permissions: ['orders'], readOnly: false, networks: ['10.0.0.0/8'], until: null }
  expect(await auditLogOf(db, 'api_key', id)).toMatchObject([{ actor_id: admin.id, action: 'create', after }])
  const { rows } = await sql<{ kept: string }>`select
    (select string_agg(j::text, '') from audit_entry j) || (select string_agg(k::text, '') from api_key k) as kept`.execute(
    db,
  )
  expect(rows[0]!.kept).not.toContain(key.slice(5))
})

test('a key does what its permissions allow, in its own name, until it is revoked', async () => {
  const { id, name, key } = await newKey({ permissions: ['orders', 'settings'] })
  expect(await orders(key)).toMatchObject({ status: 200 })
  const { data } = (await admin.browser.send(getApiKeys)).answer
  expect(data.find((one) => one.id === id)?.lastUsedAt).toEqual(expect.any(String))

  const program = client(app)
  const headers = { authorization: `bearer ${key}` }
  expect(await program.send(updateTax, { prices_include: false, version: 0 }, headers)).toMatchObject({
    status: 200,
  })
  const { actor_name: actor } = await db
    .selectFrom('audit_entry')
    .select('actor_name')
    .where('subject', '=', 'setting')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(actor).toBe(`${name} (API key of Devika)`)
  // It is no shopper: without cookies it is a visitor who has not been here.
  expect(await program.send(getCarts, {}, headers)).toMatchObject({ status: 200, answer: { data: [] } })
  expect(program.cookies.size).toBe(0)

  expect(await admin.browser.send(revokeApiKey, { id })).toMatchObject({ status: 200 })
  expect(await orders(key)).toMatchObject(invalid)
  expect(await admin.browser.send(revokeApiKey, { id })).toMatchObject({ status: 404 })
  expect((await auditLogOf(db, 'api_key', id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['create', 'delete']),
  )
})

test('a key expires', async () => {
  const { id, key } = await newKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await orders(key)).toMatchObject({ status: 200 })
  await db
    .updateTable('api_key')
    .set({
      created_at: sql<Date>`now() - interval '2 days'`,
      expires_at: sql<Date>`now() - interval '1 second'`,
    })
    .where('id', '=', id)
    .execute()
  expect(await orders(key)).toMatchObject(invalid)
})

test('a key counts only on its networks', async () => {
  const { key } = await newKey({ networks: ['203.0.113.0/24', '2001:db8::7'] })
  expect(await orders(key, '203.0.113.9')).toMatchObject({ status: 200 })
  expect(await orders(key, '2001:db8::7')).toMatchObject({ status: 200 })
  for (const address of ['203.0.114.9', '2001:db8::8', '127.0.0.1'])
    expect(await orders(key, address)).toMatchObject(invalid)
})

test.each([
  ['203.0.113.7', [], true],
  ['203.0.113.7', ['203.0.113.7'], true],
  ['::ffff:203.0.113.7', ['203.0.113.0/29'], true],
  ['203.0.113.8', ['203.0.113.0/29'], false],
  ['2001:db8:1::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32', '10.0.0.0/8'], false],
])('%s within %j: %s', (address, networks, expected) => {
  expect(isWithin(address, networks)).toBe(expected)
})

test('a key ends with its creator, and loses the permissions that its creator loses', async () => {
  const asha = await staffWith(db, app, ['staff', 'orders'])
  const { key } = await newKey({}, asha.browser)
  expect(await orders(key)).toMatchObject({ status: 200 })
  await db
    .updateTable('role')
    .set({ permissions: ['staff'] })
    .where('id', '=', asha.roleId)
    .execute()
  expect(await orders(key)).toMatchObject({ status: 403, code: 'not_allowed' })
  await admin.browser.send(removeStaff, { id: asha.id })
  expect(await orders(key)).toMatchObject({ status: 403 })
  await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', asha.id).execute()
  expect(await orders(key)).toMatchObject(invalid)
})

test('a key that calls too often has to wait', async () => {
  const { id, key } = await newKey()
  const call = () => app.inject({ url: '/api/admin/orders', headers: { authorization: `Bearer ${key}` } })
  const left = async () => {
    const field = String((await call()).headers['ratelimit'])
    const [, r, t] = /^"api-key";r=(\d+);t=(\d+)$/.exec(field) ?? []
    return { r: Number(r), t: Number(t) }
  }
  expect(await left()).toEqual({ r: 599, t: 1 })
  await sql`update rate_limit set free_at = now() + interval '30 seconds' where key = ${`api key 1 ${id}`}`.execute(
    db,
  )
  const half = await left()
  expect(half.r).toBeGreaterThanOrEqual(299)
  expect(half.r).toBeLessThan(330)
  expect(half.t).toBeGreaterThan(25)
  await sql`update rate_limit set free_at = now() + interval '90 seconds' where key = ${`api key 1 ${id}`}`.execute(
    db,
  )
  const { statusCode, headers } = await call()
  expect(statusCode).toBe(429)
  expect(headers['ratelimit']).toMatch(/^"api-key";r=0;t=\d\d$/)
  expect(Number(headers['retry-after'])).toBeGreaterThan(25)
  expect(headers['ratelimit-policy']).toBe('"api-key";q=600;w=60')
})

test('a read-only key reads and changes nothing', async () => {
  const { id, key } = await newKey({ permissions: ['orders', 'settings'], readOnly: true })
  const { data } = (await admin.browser.send(getApiKeys)).answer
  expect(data.find((one) => one.id === id)).toMatchObject({ readOnly: true })
  const program = client(app)
  const headers = { authorization: `Bearer ${key}` }
  expect(await orders(key)).toMatchObject({ status: 200 })
  expect(await program.send(getProducts, {}, headers)).toMatchObject({ status: 200 })
  const refused = { status: 403, code: 'read_only_key' }
  const tax = { prices_include: true, version: 0 }
  expect(await program.send(updateTax, tax, headers)).toMatchObject(refused)
  expect(await program.send(addToCart, { productid: 1, quantity: 1 }, headers)).toMatchObject(refused)
})

describe('refuses', () => {
  test('permissions above those of the creator', async () => {
    const asha = await staffWith(db, app, ['staff', 'catalog'])
    const refused = await asha.browser.send(createApiKey, { name: nextName(), permissions: ['orders'] })
    expect(refused).toMatchObject({ status: 403, code: 'above_own_permissions' })
  })

  test('a name that is taken, in any case', async () => {
    const { name } = await newKey()
    const refused = await admin.browser.send(createApiKey, {
      name: name.toUpperCase(),
      permissions: ['orders'],
    })
    expect(refused).toMatchObject({ status: 409, code: 'name_taken', issues: [{ path: 'name' }] })
  })

  test('a key that would manage keys', async () => {
    const { key } = await newKey({ permissions: ['settings'] })
    const input = { name: nextName(), permissions: ['settings'] }
    const refused = await client(app).send(createApiKey, input, { authorization: `Bearer ${key}` })
    expect(refused).toMatchObject({ status: 403, code: 'not_allowed' })
  })

  test.each([
    { name: '' },
    { name: '\u200B' },
    { permissions: [] },
    { permissions: ['staff'] },
    { permissions: ['everything'] },
    { expiresAt: '2020-01-01T00:00:00Z' },
    { expiresAt: 'tomorrow' },
    { networks: ['203.0.113.0/33'] },
    { networks: ['example.com'] },
    { key: 'my own' },
  ])('%j', async (wrong) => {
    const before = (await admin.browser.send(getApiKeys)).answer.data.length
    const input = { name: nextName(), permissions: ['orders'], ...wrong }
    expect(await admin.browser.send(createApiKey, input)).toMatchObject({ status: 400 })
    expect((await admin.browser.send(getApiKeys)).answer.data).toHaveLength(before)
  })
})
