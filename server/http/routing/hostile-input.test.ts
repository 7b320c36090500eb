import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#server/app.ts'
import { testApp } from '#test/harness/app/app.ts'
import {
  addressOf,
  adminSender,
  deep,
  faultOf,
  hostileRequests,
} from '#test/harness/hostile/hostile-input.ts'

const { app, db, logged, stop } = await testApp()
afterAll(stop)

let inject: Awaited<ReturnType<typeof adminSender>>
beforeAll(async () => {
  inject = await adminSender(db, app)
})

const endpoints = routes.map(({ endpoint }) => endpoint)
const writing = endpoints.filter(({ method }) => method !== 'GET')

const tooLong = JSON.stringify({ q: 'x'.repeat(1024 * 1024) })
const manyFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field${n}`, n])),
)

/** Expects no fault, and answers the status. */
async function expectNoFault(request: InjectOptions): Promise<number> {
  const answer = await inject(request)
  expect(faultOf(answer), shown(request)).toBeUndefined()
  return answer.statusCode
}

const shown = ({ payload, url }: InjectOptions) =>
  (typeof payload === 'string' ? payload : JSON.stringify(url)).slice(0, 80)

const headers = { 'content-type': 'application/json' }

describe.each(writing)('$method $path', (endpoint) => {
  const { method } = endpoint
  const url = addressOf(endpoint, '1')
  const send = (payload: string) => expectNoFault({ method, url, headers, payload })

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
      // The sample of its token is unknown.
      const ignored = endpoint.ignoresBody && type.includes('form')
      expect(await expectNoFault(request), type).toBe(ignored ? 404 : takesForms ? 400 : 415)
    }
  })
})

// `npm run test:stress -- hostile-input` sends each value in each field alone.
it.each(endpoints)('$method $path survives any value in any field', async (endpoint) => {
  for (const request of hostileRequests(endpoint, 8)) await expectNoFault(request)
  if (endpoint.method !== 'GET')
    await expectNoFault({
      method: endpoint.method,
      url: addressOf(endpoint, '1'),
      headers,
      payload: manyFields,
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
    expect([400, 404]).toContain(await expectNoFault({ method: 'GET', url }))
  })

  it('repeated fields cannot replace a path parameter', async () => {
    const answer = await app.inject('/api/slugs/product/no-such-slug?slug=other&kind=category')
    expect(answer.json()).toMatchObject({ code: 'slug_not_found' })
  })

  it('nothing of this was logged as an error', () => {
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})
