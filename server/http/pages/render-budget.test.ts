import { afterAll, expect, it } from 'vitest'
import { getCategories } from '#contract/catalog/category.ts'
import { testApp } from '#test/harness/app/app.ts'
import { smallPages } from '#test/harness/app/small-pages.ts'

let rendered = 0
const build = smallPages(
  {
    search: async ({ call }) => {
      rendered++
      return { count: (await call(getCategories, {})).data.length }
    },
  },
  '',
)
const { app, db, logged, stop } = await testApp({ build })
afterAll(stop)

const get = (url: string, remoteAddress = '10.0.0.1') => app.inject({ url, remoteAddress })

it('a sender who has pages rendered without end gets stale pages or 503, and others go on', async () => {
  const first = await get('/search?q=first')
  expect(first.statusCode).toBe(200)
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => get(`/search?q=${n}`)))
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThan(50)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(rendered).toBe(401 - refused.length)
  // Cached pages cost nothing, and other networks have a budget of their own.
  expect((await get('/search?q=first')).headers['cache-status']).toBeUndefined()
  expect((await get('/search?q=elsewhere', '10.0.0.2')).statusCode).toBe(200)
  // A refusal is no fault of the shop. What a slow machine logs beside the requests does not count.
  expect(logged.filter(({ level, reqId }) => Number(level) >= 40 && reqId !== undefined)).toEqual([])

  await db.insertInto('category').values({ config_id: 1, name: 'Cups', slug: 'cups' }).execute()
  await expect.poll(async () => (await get('/search?q=elsewhere', '10.0.0.2')).body).toContain('"count":1')
  // The stale page comes right after requests that use up what the budget has regained.
  const others = Array.from({ length: 400 }, (_, n) => `/search?q=again${n}`)
  const [stale] = (await Promise.all([...others, '/search?q=first'].map((url) => get(url)))).slice(-1)
  expect(stale).toMatchObject({ statusCode: 200, body: first.body })
  expect(stale?.headers['cache-status']).toContain('stale')
  expect((await get('/search?q=first', '10.0.0.3')).body).toContain('"count":1')
})

it('one address counts once for all who wait for it', async () => {
  const before = rendered
  const answers = await Promise.all(Array.from({ length: 400 }, () => get('/search?q=popular', '10.0.0.4')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(rendered).toBe(before + 1)
})
