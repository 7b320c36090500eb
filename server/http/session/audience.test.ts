import { createHash, randomBytes } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  endpoint,
  permissions,
  permissionsOf,
  type Audience,
  type Endpoint,
  type Permission,
} from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { apiKeyPermissions } from '#contract/identity/api-key.ts'
import { testApp } from '#test/harness/app/app.ts'
import { mount, type MountDeps } from '../routing/mount.ts'
import { route, type Route } from '../route.ts'

const answered: Audience[] = []

/** An endpoint of this test, so that every audience is tested even if no endpoint of the shop has it. */
const example = (audience: Audience): Route =>
  route(
    endpoint({
      method: 'POST',
      path: `example/${audience.replace(/[:+]/g, '-')}`,
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
const examples = (
  ['public', 'visitor', 'customer', 'staff', 'staff:orders+refunds', ...staffAudiences] as const
).map(example)
const { app, db, stop } = await testApp({ routes: [...routes, ...examples] })
afterAll(stop)

interface Person {
  shopId?: number
  roleId?: number
  permissions?: Permission[]
  disabled?: boolean
  givenPassword?: boolean
  expired?: boolean
}

let people = 0

/** Signs a new user in and returns the cookie. Role 1 is the admin, 2 a customer; higher ones get `permissions`. */
async function signIn(person: Person = {}): Promise<string> {
  const { shopId = 1, roleId = 2, permissions: allowed, disabled, expired, givenPassword = false } = person
  if (allowed) {
    const role = { config_id: shopId, id: roleId, name: `Role ${roleId}`, permissions: allowed }
    await db.insertInto('role').values(role).execute()
  }
  const user = await db
    .insertInto('app_user')
    .values({
      config_id: shopId,
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
      config_id: shopId,
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
  const { user_id: userId, config_id: shopId } = await db
    .selectFrom('session')
    .select(['user_id', 'config_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('api_key')
    .values({
      config_id: shopId,
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

let customer: string
let admin: string
let adminElsewhere: string
beforeAll(async () => {
  await db.insertInto('shop').values({ config_id: 2, name: 'Elsewhere' }).execute()
  customer = await signIn()
  admin = await signIn({ roleId: 1 })
  adminElsewhere = await signIn({ shopId: 2, roleId: 1 })
})

/** Cookies of nobody: of sessions that have ended, of disabled accounts, and made up. */
let invalidCookies: string[]
/** By roles that miss one permission, and by a role without any. */
const lesserStaff = new Map<Permission | 'all', string>()
let givenPassword: string
let elsewhereKey: Record<string, string>
/** Keys of an admin that miss one permission, and one that has none. */
const lesserKeys = new Map<Permission | 'all', Record<string, string>>()
/** A key with all permissions, of a person who has none. */
let keyOfLesser: Record<string, string>
beforeAll(async () => {
  const over = await signIn({ roleId: 1, expired: true })
  const locked = await signIn({ roleId: 1, disabled: true })
  invalidCookies = [over, locked, 'session=', 'session=made-up', 'session=%00']
  givenPassword = await signIn({ roleId: 1, givenPassword: true })
  elsewhereKey = await apiKey(adminElsewhere, apiKeyPermissions)
  const without = (missing: Permission | 'all') => (one: Permission) => missing !== 'all' && one !== missing
  for (const missing of [...permissions, 'all'] as const) {
    const allowed = permissions.filter(without(missing))
    lesserStaff.set(missing, await signIn({ roleId: 100 + people, permissions: allowed }))
    lesserKeys.set(missing, await apiKey(admin, apiKeyPermissions.filter(without(missing))))
  }
  keyOfLesser = await apiKey(lesserStaff.get('all') ?? '', apiKeyPermissions)
})

/** The permissions that an endpoint needs; `all` if any will do. */
const neededFor = ({ audience }: Endpoint): (Permission | 'all')[] =>
  permissionsOf(audience).length > 0 ? permissionsOf(audience) : ['all']

async function expectRefusal(answer: ReturnType<typeof call>, status: number, code: string, who: string) {
  const { statusCode, ...refused } = await answer
  expect({ who, statusCode, code: refused.json<{ code: string }>().code }).toEqual({
    who,
    statusCode: status,
    code,
  })
}

/** Who calls is found out in one place for all endpoints, so each of these is tried at a part of them. */
const inTurn = <T>(list: readonly T[], { path }: Endpoint) => list[path.length % list.length] as T

it('another bearer token than an API key is ignored', async () => {
  for (const { endpoint: refusing } of examples.slice(2)) {
    const other = { authorization: 'Bearer made-up' }
    await expectRefusal(call(refusing, undefined, other), 401, 'not_signed_in', 'another bearer token')
  }
})

it.each(guarded)('$method $path refuses everyone but $audience', async (refusing) => {
  const { method, path, audience } = refusing
  await expectRefusal(call(refusing), 401, 'not_signed_in', 'a visitor')
  await expectRefusal(call(refusing, adminElsewhere), 401, 'not_signed_in', 'the admin of another shop')
  for (const cookie of invalidCookies)
    await expectRefusal(call(refusing, cookie), 401, 'not_signed_in', cookie)

  // Before it reads the input.
  const url = `/api/${path.replace(/:\w+/g, '1')}`
  const headers = { 'content-type': 'application/json' }
  const payload = method === 'GET' ? {} : { payload: '{"broken' }
  expect((await app.inject({ method, url, headers, ...payload })).statusCode).toBe(401)

  // A user with a given password may only choose another one.
  const isNeeded = ['GET account', 'POST account/password'].includes(`${method} ${path}`)
  const answer = await call(refusing, givenPassword)
  expect(answer.json<{ code?: string }>().code === 'password_change_required').toBe(!isNeeded)
  expect(answer.statusCode === 403).toBe(!isNeeded)

  // A wrong key counts, whatever the cookie says; any other bearer token does not.
  const wrong = inTurn([elsewhereKey, { authorization: 'Bearer haat_made-up' }], refusing)
  await expectRefusal(call(refusing, admin, wrong), 401, 'invalid_api_key', 'a wrong key')
  // Every key is refused where staff are not meant, and one has no more permissions than the person who created it.
  const needed = neededFor(refusing)
  const keys = [
    ...(audience === 'customer'
      ? [await apiKey(admin, apiKeyPermissions)]
      : needed.map((one) => lesserKeys.get(one))),
    keyOfLesser,
  ]
  for (const key of keys)
    await expectRefusal(call(refusing, undefined, key), 403, 'not_allowed', 'a lesser key')

  if (!audience.startsWith('staff')) return
  for (const lesser of [customer, ...needed.map((one) => lesserStaff.get(one))])
    await expectRefusal(call(refusing, lesser), 403, 'not_allowed', 'lesser staff')
})

describe('an allowed caller', () => {
  it('gets an answer', async () => {
    answered.length = 0
    for (const { endpoint: called } of examples) {
      const { audience } = called
      const needs = audience === 'staff' ? permissions.slice(0, 1) : permissionsOf(audience)
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
    const headers = { ...(await apiKey(admin, ['catalog'])), origin: 'https://erp.example' }
    expect((await call(example('staff:catalog').endpoint, undefined, headers)).statusCode).toBe(200)
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
