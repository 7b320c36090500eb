import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
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

/** Bodies are read before the call is known, in a way that only this decides. */
const kindOf = ({ method, files, ignoresBody, signed }: Endpoint) =>
  [method, files && 'with files', ignoresBody && 'ignores its body', signed && 'signed']
    .filter(Boolean)
    .join(', ')
/** A call that needs no input refuses a body only for its form. */
const needsNothing = ({ input }: Endpoint) => Number(input.safeParse({}).success)
/** One call of each kind, if possible one that needs nothing. */
const kinds = new Map(
  writing
    .toSorted((a, b) => needsNothing(a) - needsNothing(b))
    .map((endpoint) => [kindOf(endpoint), endpoint]),
)

const brokenBodies = [
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
  deep(100_000),
]
const pollutingBodies = ['{"__proto__":{"productid":1}}', '{"constructor":{"prototype":{"x":1}}}']
const foreignTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
]
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

function sending(endpoint: Endpoint) {
  const { method } = endpoint
  const request = { method, url: addressOf(endpoint, '1') }
  return {
    send: (payload: string) => expectNoFault({ ...request, headers, payload }),
    sendAs: (type: string) => expectNoFault({ ...request, headers: { 'content-type': type }, payload: '{}' }),
    /** The status that a body of this type gets. */
    refusalOf(type: string) {
      const takesForms = endpoint.files && type === 'multipart/form-data'
      // The sample of its token is unknown.
      const ignored = endpoint.ignoresBody && type.includes('form')
      // It is read, but nobody has signed it.
      const isRead = endpoint.signed && type.includes('urlencoded')
      return ignored ? 404 : takesForms || isRead ? 400 : 415
    },
  }
}

describe.each([...kinds])('%s', (_, endpoint) => {
  const { send, sendAs, refusalOf } = sending(endpoint)

  it('refuses a body that is not a JSON object', async () => {
    for (const body of brokenBodies) expect(await send(body), body.slice(0, 80)).toBe(400)
  })

  it('resists prototype pollution', async () => {
    for (const body of pollutingBodies) expect(await send(body)).toBe(400)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('refuses bodies that are too large or not JSON', async () => {
    expect(await send(tooLong)).toBe(413)
    for (const type of foreignTypes) expect(await sendAs(type), type).toBe(refusalOf(type))
  })

  it('survives 20,000 fields', async () => {
    await send(manyFields)
  })
})

it.each(writing)('$method $path refuses broken bodies as all of its kind do', async (endpoint) => {
  const { send, sendAs, refusalOf } = sending(endpoint)
  const inTurn = (list: readonly string[]) => list[writing.indexOf(endpoint) % list.length] ?? ''
  for (const body of [inTurn(brokenBodies), inTurn(pollutingBodies)])
    expect(await send(body), body.slice(0, 80)).toBe(400)
  const type = inTurn(foreignTypes)
  expect(await sendAs(type), type).toBe(refusalOf(type))
})

// `npm run test:stress -- hostile-input` sends each value in each field alone.
it.each(endpoints)('$method $path survives any value in any field', async (endpoint) => {
  for (const request of hostileRequests(endpoint, 24, endpoints.indexOf(endpoint)))
    await expectNoFault(request)
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
