import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportSearchReport, getSearchReport, recordSearch } from '#contract/search-report.ts'
import { createSearchRule } from '#contract/search-words.ts'
import { staffWith, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import type { Person } from '#test/harness/person.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'on' } })
afterAll(stop)

let goods: Goods
let staff: Person
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
})
beforeEach(() => db.deleteFrom('search_count').execute())

const search = (q: string, productid?: number) =>
  stranger(app).send(recordSearch, { q, ...(productid && { productid }) })
const report = async (asked: object = {}) => (await staff.send(getSearchReport, asked)).answer
const rowsOf = async (asked: object = {}) =>
  (await report(asked)).data.map(({ q, searches, clicks, found }) => [q, searches, clicks, found])

test('searches are counted by their text, with what they find; clicks by the product', async () => {
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

test('nothing is believed of a click: not a product of another shop, not a text that nobody searched for', async () => {
  await search('lamp')
  expect((await search('lamp', goods.foreign)).status).toBe(200)
  await search('lamp', 999_999)
  await search('never searched', goods.lamp)
  expect(await rowsOf()).toEqual([['lamp', 1, 0, 1]])
  expect((await report({ kind: 'clicked' })).total).toBe(0)
})

test('what may be about a person is not kept where the shop has nothing of that name', async () => {
  await goods.add('Bulb 40 1234567', { variants: [{ price: 100, stock: 1 }] })
  for (const q of ['asha@example.com', '+91 98765 43210', '4111-1111-1111-1111', '1234567', '  ', '?!'])
    await search(q)
  expect(await rowsOf()).toEqual([['1234567', 1, 0, 1]])
})

test('what found nothing is looked at again when it is searched for again', async () => {
  await search('tray')
  await goods.add('Oak tray', { variants: [{ price: 100, stock: 1 }] })
  expect(await rowsOf({ kind: 'nothing' })).toEqual([['tray', 1, 0, 0]])
  await search('tray')
  expect(await rowsOf()).toEqual([['tray', 2, 0, 1]])
})

test('a period adds up its days, and what was found is of the latest', async () => {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const counts = [
    { day: day(3), searches: 5, clicks: 2, found: 0 },
    { day: day(2), searches: 1, clicks: 0, found: 4 },
    { day: day(60), searches: 9, clicks: 9, found: 9 },
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

test('it is paged and sorted, says where a rule holds, and is a file', async () => {
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
  expect([head, ...lines]).toEqual(['Search,Searches,Clicks,Found', 'bowl,1,0,0', 'cup,3,0,0', 'dish,2,0,0'])
})

test('one network records no faster than people search', async () => {
  const hasty = stranger(app)
  const statuses = []
  for (let i = 0; i < 70; i++) statuses.push((await hasty.send(recordSearch, { q: 'spam' })).status)
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses.slice(-3)).toEqual([429, 429, 429])
})

test('another site cannot record', async () => {
  const sent = await stranger(app).send(recordSearch, { q: 'mug' }, { 'sec-fetch-site': 'cross-site' })
  expect(sent.status).toBe(403)
  expect(await rowsOf()).toEqual([])
})
