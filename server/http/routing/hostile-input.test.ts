import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, db, logged, stop } = await testApp()
afterAll(stop)

const token = makeToken()
// The hash of an unknown password.
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$8TGLAr/2GtPFlYdW0rrgXg$mHtbWp59BBwyYNEbAYDlVIcIkE4oF5Qvb1xwY4mRWhE'

let admin: number
beforeAll(async () => {
  const user = {
    config_id: 1,
    full_name: 'Admin',
    email: 'a@example.com',
    role_id: 1,
    password_hash: nobodys,
  }
  admin = (await db.insertInto('app_user').values(user).returning('id').executeTakeFirstOrThrow()).id
})

/** Sends as an admin, so that the input is read. Signs in again if a call has ended the session. */
async function inject(request: InjectOptions) {
  const asked = { ...request, headers: { cookie: `session=${token}`, ...request.headers } }
  const answer = await app.inject(asked)
  if (answer.statusCode !== 401) return answer
  const expires_at = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('session')
    .values({ config_id: 1, user_id: admin, token_hash: hashToken(token), expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return app.inject(asked)
}

const endpoints = routes.map(({ endpoint }) => endpoint)
const reading = endpoints.filter(({ method }) => method === 'GET')
const writing = endpoints.filter(({ method }) => method !== 'GET')

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
/** Serialized once: every endpoint gets these values, in each of its fields. */
const values = [
  ...[
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    'x',
    '1; drop table product',
    "' or 1=1 --",
    'nul \0 byte',
    '\ud800',
    '9'.repeat(400),
    'x'.repeat(100_000),
    [],
    [1, 2],
    [[[[]]]],
    {},
    { toString: 1 },
    { $gt: '' },
  ].map((value) => JSON.stringify(value)),
  deep(10_000),
  '1e999',
  '9007199254740993',
]
const tooLong = JSON.stringify({ q: 'x'.repeat(1024 * 1024) })
const manyFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field${n}`, n])),
)

/** The fields that the endpoint declares. */
function fieldsOf({ input }: Endpoint): string[] {
  return 'shape' in input ? Object.keys(input.shape as object) : []
}

/** Expects a success or a refusal in the error format: no status 500 and no internal detail. */
async function expectNoFault(request: InjectOptions, what: string): Promise<number> {
  const answer = await inject(request)
  const { statusCode, body, headers } = answer
  expect(statusCode < 500, `${what}: ${statusCode} ${body.slice(0, 300)}`).toBe(true)
  // A success may be a file; a refusal never is.
  if (statusCode === 200 && headers['content-disposition']) return statusCode
  const parsed = answer.json<{ status: boolean; message: string; code: string }>()
  if (statusCode === 200) expect(parsed.status).toBe(true)
  else {
    expect(parsed).toMatchObject({ status: false, message: expect.any(String), code: expect.any(String) })
    expect(body).not.toMatch(/\bselect\b.*\bfrom\b|node_modules|\.ts:\d+/i)
    expect(body.length).toBeLessThan(10_000)
  }
  return statusCode
}

const headers = { 'content-type': 'application/json' }

describe.each(writing)('$method $path', (endpoint) => {
  const { method, path } = endpoint
  const url = `/api/${path.replace(/:\w+/g, '1')}`
  const send = (payload: string, what = payload.slice(0, 60)) =>
    expectNoFault({ method, url, headers, payload }, what)

  it('refuses a body that is not a JSON object', async () => {
    const bodies = [
      '{',
      '{"a":',
      'null',
      '[]',
      '[{}]',
      '1',
      '"text"',
      'true',
      'NaN',
      '\0',
      '{"a":1}x',
      '\uFEFF{}{}',
    ]
    for (const body of bodies) expect(await send(body), body).toBe(400)
    expect(await send(deep(100_000))).toBe(400)
  })

  it('resists prototype pollution', async () => {
    expect(await send('{"__proto__":{"productid":1}}')).toBe(400)
    expect(await send('{"constructor":{"prototype":{"x":1}}}')).toBe(400)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('refuses bodies that are too large or not JSON', async () => {
    expect(await send(tooLong)).toBe(413)
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ]) {
      const request = { method, url, headers: { 'content-type': type }, payload: '{}' }
      const takesForms = endpoint.files && type === 'multipart/form-data'
      expect(await expectNoFault(request, type), type).toBe(takesForms ? 400 : 415)
    }
  })

  it('survives any value in any field', async () => {
    for (const field of [...fieldsOf(endpoint), 'unknown']) {
      for (const value of values) await send(`{"${field}":${value}}`)
    }
    await send(manyFields)
  })
})

describe.each(reading)('$method $path', (endpoint) => {
  it('survives any value in query and path', async () => {
    const texts = [
      '',
      '0',
      '-1',
      'x',
      '%00',
      '%',
      '%ff',
      '%E0%A4%A',
      '..%2f..%2fetc',
      "'--",
      'x'.repeat(5000),
    ]
    for (const text of texts) {
      const url = `/api/${endpoint.path.replace(/:\w+/g, text || '%20')}`
      await expectNoFault({ method: 'GET', url }, url.slice(0, 80))
      for (const field of [...fieldsOf(endpoint), '__proto__', 'constructor', 'a[b][c]']) {
        const query = `${url}?${field}=${text}&${field}=2`
        await expectNoFault({ method: 'GET', url: query }, query.slice(0, 80))
      }
    }
  })
})

describe('below /api', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/product',
    '/api/product/getproduct/x',
    '//api//nothing',
    '/api/%zz',
  ])('GET %s is refused in the error format', async (url) => {
    expect([400, 404]).toContain(await expectNoFault({ method: 'GET', url }, url))
  })

  it('repeated fields cannot replace a path parameter', async () => {
    const answer = await app.inject('/api/slugs/product/no-such-slug?slug=other&kind=category')
    expect(answer.json()).toMatchObject({ code: 'slug_not_found' })
  })

  it('nothing of this was logged as an error', () => {
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})
