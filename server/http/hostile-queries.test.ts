import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errorAnswer } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { newUser, signedIn } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { seedCatalogue } from '#test/harness/catalogue.ts'
import { hostileQueries, inAddress, shown, type HostileQuery } from '#test/harness/hostile-queries.ts'

const { app, db, logged, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

let cookie = ''

beforeAll(async () => {
  await seedCatalogue(db, 1, 40)
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

/** The calls that look for a text. What staff writes down about a search keeps its text, and looks for nothing. */
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

/** What is wrong with the answer to this text, if anything is. */
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

test('every call that takes a search text is tried', () => {
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

// A thousand of them among 100,000 products, with their times: npm run test:long -- search-hostile
test('no search breaks at a hostile text', async () => {
  const queries = hostileQueries(60)
  const wrong: string[] = []
  for (const query of queries) {
    const found = await Promise.all(searching.map((endpoint) => wrongWith(endpoint, query)))
    wrong.push(...found.flat())
  }
  expect(wrong).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
}, 120_000)

test('the generator makes texts of every kind, the same for a seed', () => {
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

test('a half of a character is sent as the bytes that it would be', () => {
  expect(inAddress('a \ud83d🫖')).toBe('a%20%ed%a0%bd%F0%9F%AB%96')
})
