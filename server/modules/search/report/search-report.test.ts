import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportSearchReport, getSearchReport, recordSearch } from '#contract/search/search-report.ts'
import { createSearchRule } from '#contract/search/search-words.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'on' } })
afterAll(stop)

let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
})
beforeEach(() => db.deleteFrom('search_count').execute())

const search = (q: string, productid?: number) =>
  stranger(app).send(recordSearch, { q, ...(productid && { productid }) })
const report = async (query: object = {}) => (await staff.send(getSearchReport, query)).answer
const rowsOf = async (query: object = {}) =>
  (await report(query)).data.map(({ q, searches, clicks, found }) => [q, searches, clicks, found])

test('counts searches by text with their results, and clicks by product', async () => {
  await search('Mug')
  await search('mug!')
  await search('teapot')
  await search('mug', goods.mug)
  expect(await rowsOf()).toEqual([
    ['mug', 2, 1, 1],
    ['teapot', 1, 0, 0],
  ])
  expect(await rowsOf({ kind: 'nothing' })).toEqual([['teapot', 1, 0, 0]])
  expect(await rowsOf({ q: 'TEA' })).toEqual([['teapot', 1, 0, 0]])
  expect(await report({ kind: 'clicked' })).toMatchObject({
    data: [{ q: 'mug', clicks: 1, product: { id: goods.mug, name: 'Stoneware mug' } }],
    total: 1,
    searches: 3,
    nothing: 1,
    clicks: 1,
  })
})

test('ignores clicks on unknown products and on texts without a search', async () => {
  await search('lamp')
  expect((await search('lamp', goods.foreign)).status).toBe(200)
  await search('lamp', 999_999)
  await search('never searched', goods.lamp)
  expect(await rowsOf()).toEqual([['lamp', 1, 0, 1]])
  expect((await report({ kind: 'clicked' })).total).toBe(0)
})

test('does not store a text with personal data unless it finds a product', async () => {
  await goods.add('Bulb 40 1234567', { variants: [{ price: 100, stock: 1 }] })
  for (const q of ['asha@example.com', '+91 98765 43210', '4111-1111-1111-1111', '1234567', '  ', '?!'])
    await search(q)
  expect(await rowsOf()).toEqual([['1234567', 1, 0, 1]])
})

test('counts the results again if there were none before', async () => {
  await search('tray')
  await goods.add('Oak tray', { variants: [{ price: 100, stock: 1 }] })
  expect(await rowsOf({ kind: 'nothing' })).toEqual([['tray', 1, 0, 0]])
  await search('tray')
  expect(await rowsOf()).toEqual([['tray', 2, 0, 1]])
})

test('adds up the days of a period with the results of the latest day', async () => {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const counts = [
    { day: day(3), searches: 5, clicks: 2, result_count: 0 },
    { day: day(2), searches: 1, clicks: 0, result_count: 4 },
    { day: day(60), searches: 9, clicks: 9, result_count: 9 },
  ].map((row) => ({ config_id: 1, q: 'vase', ...row }))
  await db.insertInto('search_count').values(counts).execute()
  await db
    .insertInto('search_count')
    .values({ ...counts[0]!, config_id: 2, q: 'elsewhere' })
    .execute()
  expect(await rowsOf()).toEqual([['vase', 6, 2, 4]])
  expect(await rowsOf({ from: day(3), to: day(3), kind: 'nothing' })).toEqual([['vase', 5, 2, 0]])
  expect((await staff.send(getSearchReport, { from: day(1), to: day(2) })).status).toBe(400)
})

test('is paged, sorted and exported, and names the search rule', async () => {
  for (const [q, times] of [
    ['bowl', 1],
    ['cup', 3],
    ['=dish', 2],
  ] as const)
    for (let i = 0; i < times; i++) await search(q)
  await staff.send(createSearchRule, { q: 'cup', pinned: [goods.mug] })
  expect(await report({ limit: 1 })).toMatchObject({
    data: [{ q: 'cup', ruleId: expect.any(Number) }],
    total: 3,
  })
  expect(await rowsOf({ sort: 'q', page: 2, limit: 2 })).toEqual([['dish', 2, 0, 0]])
  const { answer } = await staff.send(exportSearchReport, { sort: 'q' })
  expect(answer.name).toMatch(/^searches-all_.*\.csv$/)
  const [head, ...lines] = new TextDecoder().decode(answer.bytes).trim().split('\r\n')
  expect([head, ...lines]).toEqual(['Search,Searches,Clicks,Found', 'bowl,1,0,0', 'cup,3,0,1', 'dish,2,0,0'])
})

test('limits the records of one network', async () => {
  const hasty = stranger(app)
  const statuses = []
  for (let i = 0; i < 70; i++) statuses.push((await hasty.send(recordSearch, { q: 'spam' })).status)
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses.slice(-3)).toEqual([429, 429, 429])
})

test('refuses records from another site', async () => {
  const sent = await stranger(app).send(recordSearch, { q: 'mug' }, { 'sec-fetch-site': 'cross-site' })
  expect(sent.status).toBe(403)
  expect(await rowsOf()).toEqual([])
})
