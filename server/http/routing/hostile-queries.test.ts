import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errorAnswer } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { seedCatalog } from '#test/harness/data/catalog.ts'
import { hostileQueries, inAddress, shown, type HostileQuery } from '#test/harness/hostile/hostile-queries.ts'

const { app, db, logged, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

let cookie = ''

beforeAll(async () => {
  await seedCatalog(db, 1, 40)
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

/** The endpoints that search for a text. Staff endpoints that only record a search text are not among them. */
const searching = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ input }) => input instanceof z.ZodObject && 'q' in input.shape)
  .filter(({ method, audience }) => method === 'GET' || !audience.startsWith('staff'))

type Searching = (typeof searching)[number]

function ask({ method, path }: Searching, text: string) {
  const headers = { host: 'localhost', cookie }
  const url = `/api/${path}`
  return method === 'GET'
    ? app.inject({ method, url: `${url}?q=${inAddress(text)}`, headers })
    : app.inject({ method, url, headers, payload: { q: text } })
}

/** The faults of the answer to this text. */
async function wrongWith(endpoint: Searching, query: HostileQuery): Promise<string[]> {
  const response = await ask(endpoint, query.text)
  const { statusCode: status } = response
  const form =
    status === 400
      ? errorAnswer
      : endpoint.media
        ? z.string()
        : endpoint.answer.and(z.object({ status: z.literal(true) }))
  const body = status === 200 && endpoint.media ? response.body : response.json<unknown>()
  const isRight = (status === 200 || status === 400) && form.safeParse(body).success
  return isRight ? [] : [`${endpoint.method} ${endpoint.path} answered ${status} to ${shown(query)}`]
}

test('covers every endpoint with a search text', () => {
  const paths = searching.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'product/getproduct',
      'search/suggestions',
      'search/record',
      'admin/products',
      'admin/orders',
      'admin/customers',
      'admin/search/report/export',
    ]),
  )
})

/** Shoppers' searches get every text, the others, which share their list code, every fourth. */
const isAsked = ({ audience }: Searching, turn: number) => !audience.startsWith('staff') || turn % 4 === 0

// `npm run test:stress -- search-hostile` sends a thousand texts to 100,000 products and measures the times.
test('no search fails on a hostile text', async () => {
  const queries = hostileQueries(60)
  const wrong: string[] = []
  for (const [index, query] of queries.entries()) {
    const asked = searching.filter((endpoint, at) => isAsked(endpoint, index + at))
    const found = await Promise.all(asked.map((endpoint) => wrongWith(endpoint, query)))
    wrong.push(...found.flat())
  }
  expect(wrong).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
}, 120_000)

test('the generator creates texts of every kind, the same for a seed', () => {
  const queries = hostileQueries(60, 7)
  expect(queries).toEqual(hostileQueries(60, 7))
  expect(queries).not.toEqual(hostileQueries(60, 8))
  const texts = hostileQueries(300).map(({ text }) => text)
  for (const sign of ['\0', '%', '"', '\u202e', '\u200d', '<->', '\\']) {
    expect(
      texts.some((text) => text.includes(sign)),
      JSON.stringify(sign),
    ).toBe(true)
  }
  expect(texts.some((text) => !text.isWellFormed())).toBe(true)
  expect(texts.some((text) => text.length === 10_000)).toBe(true)
})

test('sends half a surrogate pair as bytes', () => {
  expect(inAddress('a \ud83d🫖')).toBe('a%20%ed%a0%bd%F0%9F%AB%96')
})
