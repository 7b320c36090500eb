import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { undoAudit } from '#contract/audit/audit.ts'
import { updateSearchSettings } from '#contract/settings/settings.ts'
import { recordSearch } from '#contract/search/search-report.ts'
import { getSearchSignals, resetSearchSignal } from '#contract/search/search-signal.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { auditLogOf, staffWith, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { weekShopper } from './week-shopper.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

let goods: Goods
let staff: Client
let settings: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
  settings = (await staffWith(db, app, ['settings'])).browser
})
beforeEach(async () => {
  await db.deleteFrom('search_visit').execute()
  await db.deleteFrom('search_signal').execute()
})

const q = 'mug'
const open = (who: Client, position = 1, headers = {}) =>
  who.send(recordSearch, { q, productid: goods.mug, position }, headers)
async function searchAndOpen(who: Client, position?: number, headers = {}) {
  await who.send(recordSearch, { q }, headers)
  expect((await open(who, position, headers)).status).toBe(200)
}
const counted = () =>
  db.selectFrom('search_signal_product').select(['product_id', 'weight', 'shoppers', 'orders']).execute()
const signals = async (query: object = {}) => (await staff.send(getSearchSignals, query)).answer
const three = () => [stranger(app), stranger(app), stranger(app)] as const

test('three shoppers bring a result into the signal, those at the top with less weight', async () => {
  const [a, b, c] = three()
  await searchAndOpen(a, 1)
  await searchAndOpen(b, 4)
  expect(await counted()).toEqual([])
  await searchAndOpen(c, 900)
  const product = { product_id: goods.mug, orders: 0 }
  expect(await counted()).toEqual([{ ...product, weight: 1 + 2 + 3, shoppers: 3 }])
  for (const who of [a, b, c]) await searchAndOpen(who)
  expect(await counted()).toEqual([{ ...product, weight: 6, shoppers: 3 }])
  await searchAndOpen(stranger(app))
  expect(await counted()).toEqual([{ ...product, weight: 7, shoppers: 4 }])
  expect(await signals({ q: 'MU' })).toMatchObject({
    data: [{ q, products: [{ id: goods.mug, name: 'Stoneware mug', shoppers: 4, orders: 0 }] }],
    total: 1,
    learns: true,
  })
  expect(await signals({ q: 'lamp' })).toMatchObject({ data: [], total: 0 })
})

test('cookies, browsers and accounts of one network count as two shoppers, and a click needs a search', async () => {
  const address = '10.9.9.9'
  for (let n = 0; n < 40; n++)
    await searchAndOpen(client(app, { address }), 1, { 'user-agent': `browser ${n}` })
  expect(await db.selectFrom('search_visit').select('q').execute()).toHaveLength(2)
  for (const who of [stranger(app), stranger(app)]) await open(who)
  expect(await counted()).toEqual([])
})

test('staff do not count', async () => {
  const [a, b] = three()
  for (const who of [a, b, staff]) await searchAndOpen(who)
  expect(await counted()).toEqual([])
})

test('an order counts more than a click, once, and also with the third shopper', async () => {
  const [a, b, c] = three()
  for (const who of [a, b]) await searchAndOpen(who)
  const buy = async (who: Client, item: object = { productid: goods.mug }) =>
    expect((await order(who, { items: [item] })).status).toBe(201)
  await buy(a)
  await searchAndOpen(c)
  expect(await counted()).toMatchObject([{ weight: 6 + 1 + 1, orders: 1 }])
  await buy(a)
  await buy(b)
  await buy(stranger(app))
  await buy(c, { productid: goods.lamp, variantid: goods.lampVariants[0] })
  expect(await counted()).toMatchObject([{ weight: 13, shoppers: 3, orders: 2 }])
  // Too long after the click.
  await sql`update search_visit_click set clicked_at = now() - interval '4 days'`.execute(db)
  await buy(c)
  expect(await counted()).toMatchObject([{ orders: 2 }])
})

test('the numbers fade by half in three weeks and then disappear, as do the shoppers', async () => {
  for (const who of three()) await searchAndOpen(who)
  await sql`update search_signal_product set counted_on = current_date - 21`.execute(db)
  await searchAndOpen(stranger(app))
  expect(await counted()).toMatchObject([{ weight: 2.5, shoppers: 2.5 }])
  const clean = () =>
    runHousekeeping(db, openUploadsFolder('/none'), { info() {}, warn() {} } as never).catch(() => undefined)
  await sql`update search_signal_product set counted_on = current_date - 40`.execute(db)
  await clean()
  expect(await counted()).toHaveLength(1)
  await sql`update search_signal_product set counted_on = current_date - 60`.execute(db)
  await sql`insert into search_visit (config_id, week, shopper, q, result_count)
    select config_id, current_date - 11, shopper, q, 1 from search_visit`.execute(db)
  await clean()
  expect(await db.selectFrom('search_signal').select('id').execute()).toEqual([])
  expect(await db.selectFrom('search_visit').select('week').execute()).toHaveLength(4)
})

test('a reset is in the activity log and can be undone, with what came since', async () => {
  for (const who of three()) await searchAndOpen(who)
  const id = (await signals()).data[0]?.id ?? 0
  expect((await staff.send(resetSearchSignal, { id })).status).toBe(200)
  expect((await staff.send(resetSearchSignal, { id })).status).toBe(404)
  // The shoppers of this week have counted already; the next one counts alone.
  await searchAndOpen(stranger(app))
  expect(await counted()).toMatchObject([{ weight: 1, shoppers: 1 }])
  const [entry] = await auditLogOf(db, 'search_signal', id)
  expect(entry).toMatchObject({ action: 'delete', before: { q, products: [{ id: goods.mug, shoppers: 3 }] } })
  const { id: entryId } = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'search_signal')
    .executeTakeFirstOrThrow()
  expect((await staff.send(undoAudit, { entry: entryId })).status).toBe(200)
  expect(await counted()).toMatchObject([{ weight: 4, shoppers: 4 }])
  expect((await signals()).data).toMatchObject([{ id }])
})

test('the signal belongs to its shop', async () => {
  for (const who of three()) await searchAndOpen(who)
  await sql`insert into search_signal (config_id, id, q) values (2, 77, 'mug')`.execute(db)
  await sql`insert into search_signal_product (config_id, signal_id, product_id, weight, shoppers, orders)
    values (2, 77, ${goods.foreign}, 9, 9, 9)`.execute(db)
  expect((await signals()).total).toBe(1)
  expect((await staff.send(resetSearchSignal, { id: 77 })).status).toBe(404)
  expect((await settings.send(getSearchSignals)).status).toBe(403)
  expect((await settings.send(resetSearchSignal, { id: 77 })).status).toBe(403)
})

test('a shop can do without', async () => {
  for (const who of three()) await searchAndOpen(who)
  onTestFinished(async () => void (await settings.send(updateSearchSettings, { learns: true })))
  expect((await settings.send(updateSearchSettings, { learns: false })).status).toBe(200)
  expect((await signals()).learns).toBe(false)
  await searchAndOpen(stranger(app))
  expect(await counted()).toMatchObject([{ shoppers: 3 }])
})

test('a shopper has another hash in each week, shop and network', () => {
  const sender = (shopId: number, clientAddress: string) =>
    ({
      shop: { shopId },
      services: { keyedHash: keyedHash('secret') },
      clientAddress,
      userAgent: '',
    }) as never
  const sunday = new Date('2026-11-22T23:59:59Z')
  const shoppers = [
    weekShopper(sender(1, '10.0.0.1'), sunday),
    weekShopper(sender(1, '10.0.0.1'), new Date('2026-11-23T00:00:00Z')),
    weekShopper(sender(1, '10.0.0.2'), sunday),
    weekShopper(sender(2, '10.0.0.1'), sunday),
  ]
  expect(shoppers.map(({ week }) => week)).toEqual(['2026-11-16', '2026-11-23', '2026-11-16', '2026-11-16'])
  expect(new Set(shoppers.map(({ hash }) => hash.toString('hex'))).size).toBe(4)
  expect(weekShopper(sender(1, '10.0.0.1'), new Date('2026-11-16T00:00:00Z'))).toEqual(shoppers[0])
})
