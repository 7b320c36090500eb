import { createHash, randomBytes } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, permissions, type Audience, type Endpoint, type Permission } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { apiKeyPermissions } from '#contract/people/api-key.ts'
import { testApp } from '#test/harness/app/app.ts'
import { mount, type MountDeps } from '../routing/mount.ts'
import { route, type Route } from '../route.ts'

const answered: Audience[] = []

/** An endpoint of this test, so that every audience is tested even if no endpoint of the shop has it. */
const example = (audience: Audience): Route =>
  route(
    endpoint({
      method: 'POST',
      path: `example/${audience.replace(':', '-')}`,
      audience,
      summary: 'An example',
      input: z.object({ n: z.number() }),
      answer: z.object({ data: z.object({ userId: z.number().nullable() }) }),
    }),
    async (_input, { caller }) => {
      answered.push(audience)
      return { data: { userId: caller?.userId ?? null } }
    },
  )

const staffAudiences = permissions.map((permission) => `staff:${permission}` as const)
const examples = (['public', 'visitor', 'customer', 'staff', ...staffAudiences] as const).map(example)
const { app, db, stop } = await testApp({ routes: [...routes, ...examples] })
afterAll(stop)

interface Person {
  configId?: number
  roleId?: number
  permissions?: Permission[]
  disabled?: boolean
  givenPassword?: boolean
  expired?: boolean
}

let people = 0

/** Signs a new user in and returns the cookie. Role 1 is the admin, 2 a customer; higher ones get `permissions`. */
async function signIn(person: Person = {}): Promise<string> {
  const { configId = 1, roleId = 2, permissions: allowed, disabled, expired, givenPassword = false } = person
  if (allowed) {
    const role = { config_id: configId, id: roleId, name: `Role ${roleId}`, permissions: allowed }
    await db.insertInto('role').values(role).execute()
  }
  const user = await db
    .insertInto('app_user')
    .values({
      config_id: configId,
      role_id: roleId,
      full_name: 'Somebody',
      email: `person${++people}@example.com`,
      password_hash: 'x',
      disabled_at: disabled ? new Date() : null,
      password_change_required: givenPassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      config_id: configId,
      user_id: user.id,
      created_at: new Date(now - 7_200_000),
      expires_at: new Date(now + (expired ? -3_600_000 : 3_600_000)),
    })
    .execute()
  return `session=${token}`
}

/** Creates an API key of the person whose session cookie this is, with these permissions of its own. */
async function apiKey(cookie: string, allowed: readonly Permission[]): Promise<Record<string, string>> {
  const key = `haat_${randomBytes(32).toString('base64url')}`
  const tokenHash = createHash('sha256').update(cookie.slice('session='.length)).digest()
  const { user_id: userId, config_id: configId } = await db
    .selectFrom('session')
    .select(['user_id', 'config_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('api_key')
    .values({
      config_id: configId,
      name: `Key ${++people}`,
      permissions: [...allowed],
      token_hash: createHash('sha256').update(key).digest(),
      ending: key.slice(-4),
      user_id: userId,
    })
    .execute()
  return { authorization: `Bearer ${key}` }
}

function call({ method, path }: Endpoint, cookie?: string, headers: Record<string, string> = {}) {
  const url = `/api/${path.replace(/:\w+/g, '1')}`
  const body = method === 'GET' ? {} : { payload: { n: 1 } }
  return app.inject({ method, url, headers: { ...headers, ...(cookie && { cookie }) }, ...body })
}

const guarded = [...routes, ...examples]
  .map((mounted) => mounted.endpoint)
  .filter(({ audience }) => audience !== 'public' && audience !== 'visitor')
const staffOnly = guarded.filter(({ audience }) => audience.startsWith('staff'))

let customer: string
let admin: string
let adminElsewhere: string
beforeAll(async () => {
  await db.insertInto('shop').values({ config_id: 2, name: 'Elsewhere' }).execute()
  customer = await signIn()
  admin = await signIn({ roleId: 1 })
  adminElsewhere = await signIn({ configId: 2, roleId: 1 })
})

describe.each(guarded)('$method $path, for $audience', (guardedEndpoint) => {
  it('refuses a visitor who is not signed in', async () => {
    const refused = await call(guardedEndpoint)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ status: false, code: 'not_signed_in' })
  })

  it('refuses the admin of another shop', async () => {
    expect((await call(guardedEndpoint, adminElsewhere)).statusCode).toBe(401)
  })

  it('refuses ended sessions and disabled accounts', async () => {
    const over = await signIn({ roleId: 1, expired: true })
    const locked = await signIn({ roleId: 1, disabled: true })
    for (const cookie of [over, locked, 'session=', 'session=made-up', 'session=%00']) {
      expect((await call(guardedEndpoint, cookie)).statusCode).toBe(401)
    }
  })

  it('allows a user with a given password only to choose another one', async () => {
    const { method, path } = guardedEndpoint
    const needed = ['GET account', 'POST account/password'].includes(`${method} ${path}`)
    const answer = await call(guardedEndpoint, await signIn({ roleId: 1, givenPassword: true }))
    expect(answer.json<{ code?: string }>().code === 'password_change_required').toBe(!needed)
    expect(answer.statusCode === 403).toBe(!needed)
  })

  it('refuses API keys that are unknown or of another shop, whatever the cookie says', async () => {
    const elsewhere = await apiKey(adminElsewhere, apiKeyPermissions)
    for (const headers of [elsewhere, { authorization: 'Bearer haat_made-up' }]) {
      const refused = await call(guardedEndpoint, admin, headers)
      expect(refused.statusCode).toBe(401)
      expect(refused.json()).toMatchObject({ code: 'invalid_api_key' })
    }
    // Any other bearer token is ignored.
    const refused = await call(guardedEndpoint, undefined, { authorization: 'Bearer made-up' })
    expect(refused.json()).toMatchObject({ code: 'not_signed_in' })
  })

  it('refuses before it reads the input', async () => {
    const { method, path } = guardedEndpoint
    const refused = await app.inject({
      method,
      url: `/api/${path.replace(/:\w+/g, '1')}`,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { payload: '{"broken' }),
    })
    expect(refused.statusCode).toBe(401)
  })
})

describe.each(staffOnly)('$method $path, for $audience', (staffEndpoint) => {
  it('refuses customers and staff without the permission', async () => {
    const { audience } = staffEndpoint
    const others = permissions.filter(
      (permission) => audience !== 'staff' && audience !== `staff:${permission}`,
    )
    const staff = await signIn({ roleId: 100 + people, permissions: others })
    for (const cookie of [customer, staff]) {
      const refused = await call(staffEndpoint, cookie)
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({ code: 'not_allowed' })
    }
  })
})

describe.each(guarded)('$method $path, for $audience, by API key', (keyEndpoint) => {
  it('refuses keys without the permission, and every key where staff are not meant', async () => {
    const { audience } = keyEndpoint
    const others = apiKeyPermissions.filter((permission) => audience !== `staff:${permission}`)
    // A key has no more permissions than the person who created it.
    const lesser = await signIn({ roleId: 100 + people, permissions: [] })
    const keys = [
      await apiKey(admin, audience === 'staff' ? [] : others),
      await apiKey(lesser, apiKeyPermissions),
    ]
    for (const key of keys) {
      const refused = await call(keyEndpoint, undefined, key)
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({ code: 'not_allowed' })
    }
  })
})

describe('an allowed caller', () => {
  it('gets an answer', async () => {
    answered.length = 0
    for (const { endpoint: called } of examples) {
      const { audience } = called
      const needs = permissions
        .filter((one) => audience === `staff:${one}` || audience === 'staff')
        .slice(0, 1)
      const cookie = needs.length > 0 ? await signIn({ roleId: 100 + people, permissions: needs }) : customer
      expect((await call(called, cookie)).statusCode, called.audience).toBe(200)
      expect((await call(called, admin)).statusCode, called.audience).toBe(200)
    }
    expect(new Set(answered).size).toBe(examples.length)
  })

  it('may be an API key, but not for calls of customers and of those who manage staff', async () => {
    const key = await apiKey(admin, apiKeyPermissions)
    for (const { endpoint: called } of examples) {
      const { audience } = called
      const isOpen = ['public', 'visitor'].includes(audience)
      const isRefused = ['customer', 'staff:staff'].includes(audience)
      const answer = await call(called, undefined, key)
      expect(answer.statusCode, audience).toBe(isRefused ? 403 : 200)
      if (isOpen) expect(answer.json()).toMatchObject({ data: { userId: null } })
    }
  })

  it('needs no page of the shop if it has an API key', async () => {
    const { endpoint: changing } = example('staff:catalog')
    const key = await apiKey(admin, ['catalog'])
    const answer = await call(changing, undefined, { ...key, origin: 'https://erp.example' })
    expect(answer.statusCode).toBe(200)
  })

  it('counts as a visitor until the given password is changed', async () => {
    const cookie = await signIn({ givenPassword: true })
    expect((await call(example('visitor').endpoint, cookie)).statusCode).toBe(200)
    const refused = await call(example('customer').endpoint, cookie)
    expect(refused.json()).toMatchObject({ code: 'password_change_required' })
    await db.updateTable('app_user').set({ password_change_required: false }).execute()
    expect((await call(example('customer').endpoint, cookie)).statusCode).toBe(200)
  })

  it('needs no account for public and visitor endpoints', async () => {
    for (const audience of ['public', 'visitor'] as const) {
      const { endpoint: open } = example(audience)
      expect((await call(open)).json()).toMatchObject({ status: true, data: { userId: null } })
    }
  })
})

describe('a call that changes something', () => {
  const { endpoint: changing } = example('customer')

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('is refused if another site made the browser send it: %j', async (headers) => {
    const refused = await call(changing, customer, headers)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'cross_site' })
  })

  it.each([[{ 'sec-fetch-site': 'same-origin' }], [{ origin: 'http://localhost' }]])(
    'is accepted from the shop’s own pages: %j',
    async (headers) => {
      expect((await call(changing, customer, { host: 'localhost', ...headers })).statusCode).toBe(200)
    },
  )
})

describe('mounting', () => {
  it('refuses an endpoint without a known audience', () => {
    const undeclared = example('nobody knows' as Audience)
    expect(() => mount(fastify(), [undeclared], {} as MountDeps)).toThrow('does not declare who may call it')
  })

  it('refuses to cache an endpoint that is not public', () => {
    const { endpoint: personal, handle } = example('customer')
    const cached = { endpoint: { ...personal, cache: {} }, handle }
    expect(() => mount(fastify(), [cached], {} as MountDeps)).toThrow('is not public')
  })
})
