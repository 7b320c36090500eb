import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateNotifications } from '#contract/settings/settings.ts'
import { updateLowStockThreshold, updateStock } from '#contract/stock/stock.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'
import { receive, release, reserve, sell, notifyLowStock } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let admin: Client
const shop = { shopId: 1, actor: { id: null, name: 'Shop' } }
const base = 'https://shop.example'

beforeAll(async () => {
  goods = await makeGoods(db)
  const { browser, id } = await newcomer(db, app, {
    role_id: 1,
    full_name: 'Asha',
    email: 'asha@example.com',
  })
  admin = browser
  const noReceivers = { comment_posted: [], comment_reported: [], order_placed: [] }
  await admin.send(updateNotifications, { ...noReceivers, stock_low: [id] })
})
beforeEach(async () => {
  await db.deleteFrom('low_stock_notice').execute()
  await db.deleteFrom('email').execute()
})

let made = 0
async function variant(stock: number, name = `Bowl ${++made}`): Promise<number> {
  const [id = 0] = await variantsOf(db, await goods.add(name, { variants: [{ price: 100, stock }] }))
  return id
}
const take = (variantId: number, quantity: number) =>
  db.transaction().execute((tx) => reserve(tx, shop, [{ variantId, quantity }], {}))
const waiting = () =>
  db.selectFrom('low_stock_notice').select('variant_id').where('notified_at', 'is', null).execute()
const emails = () =>
  db.selectFrom('email').select(['recipient', 'subject', 'body_text']).orderBy('id').execute()

test('notes only a fall to the threshold, within the same transaction', async () => {
  const id = await variant(6)
  await take(id, 2)
  expect(await waiting()).toEqual([])
  await db
    .transaction()
    .execute(async (tx) => {
      await reserve(tx, shop, [{ variantId: id, quantity: 1 }], {})
      throw new Error('lost')
    })
    .catch(() => {})
  expect(await waiting()).toEqual([])
  await take(id, 1)
  expect(await waiting()).toEqual([{ variant_id: id }])
  // Below the threshold no further notice is sent, not even when reserved units are sold.
  await take(id, 1)
  await db.transaction().execute((tx) => sell(tx, shop, [{ variantId: id, quantity: 4 }], { reserved: true }))
  expect(await waiting()).toHaveLength(1)
})

test('sends one email with all variants, lowest stock first', async () => {
  const [bowl, vase] = [await variant(5, 'Bowl'), await variant(9, 'Vase <b>')]
  await take(bowl, 2)
  await take(vase, 9)
  expect(await notifyLowStock(db, base)).toBe(1)
  const [email, ...others] = await emails()
  expect(others).toEqual([])
  expect(email).toMatchObject({ recipient: 'asha@example.com', subject: '2 products are low on stock' })
  expect(email?.body_text).toMatch(/Vase <b>: sold out\n\nBowl: 3 left/)
  expect(email?.body_text).toContain(`${base}/dashboard/stock`)
  expect(await notifyLowStock(db, base)).toBe(0)
})

test('skips restocked variants, and repeats a notice within a day only after new goods', async () => {
  const id = await variant(4)
  await take(id, 1)
  await db.transaction().execute(async (tx) => release(tx, shop, [{ variantId: id, quantity: 1 }], {}))
  expect(await notifyLowStock(db, base)).toBe(0)
  expect(await waiting()).toEqual([])

  await take(id, 1)
  expect(await notifyLowStock(db, base)).toBe(1)
  await db.transaction().execute(async (tx) => release(tx, shop, [{ variantId: id, quantity: 1 }], {}))
  await take(id, 1)
  expect(await notifyLowStock(db, base)).toBe(0)
  await db.transaction().execute(async (tx) => receive(tx, shop, [{ variantId: id, quantity: 1 }], {}))
  await take(id, 1)
  expect(await notifyLowStock(db, base)).toBe(1)
})

test('sends one email despite several simultaneous runs', async () => {
  const id = await variant(4)
  await take(id, 4)
  const counts = await Promise.all(Array.from({ length: 4 }, () => notifyLowStock(db, base)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
})

test('uses the threshold of the variant or the shop; an invalid one counts as 3 and stops no sale', async () => {
  const [own, common, late] = [await variant(20), await variant(20), await variant(20)]
  await admin.send(updateStock, { id: own, low_stock_threshold: 19 })
  await admin.send(updateLowStockThreshold, { low_stock_threshold: 15 })
  await take(own, 1)
  await take(common, 4)
  expect(await waiting()).toEqual([{ variant_id: own }])
  await take(common, 1)
  expect(await waiting()).toHaveLength(2)
  for (const value of ['"x"', '1.5', '-1', '{}', 'null', '99999999999']) {
    await db.updateTable('setting').set({ value }).where('key', '=', 'stock.low_stock_threshold').execute()
    await take(late, 1)
  }
  expect(await waiting()).toHaveLength(2)
  await take(late, 11)
  expect(await waiting()).toHaveLength(3)
})

test('links to the host of each shop and sends nothing without receivers', async () => {
  const [id = 0] = await variantsOf(db, goods.foreign)
  const other = { shopId: 2, actor: shop.actor }
  const sellOne = () =>
    db.transaction().execute((tx) => reserve(tx, other, [{ variantId: id, quantity: 8 }], {}))
  await sellOne()
  expect(await notifyLowStock(db, base)).toBe(0)
  expect(await waiting()).toEqual([])
  const { id: role } = await db
    .insertInto('role')
    .values({ config_id: 2, id: 7, name: 'Boss', permissions: ['catalog'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { userId } = await staffOf(2, role)
  await db
    .insertInto('setting')
    .values({ config_id: 2, key: 'notifications.stock_low', value: JSON.stringify([userId]) })
    .execute()
  await db.transaction().execute(async (tx) => release(tx, other, [{ variantId: id, quantity: 8 }], {}))
  await sellOne()
  expect(await notifyLowStock(db, base)).toBe(1)
  expect((await emails())[0]?.body_text).toContain('https://other.example/dashboard/stock')
})

async function staffOf(shopId: number, roleId: number) {
  const { id: userId } = await db
    .insertInto('app_user')
    .values({
      config_id: shopId,
      role_id: roleId,
      full_name: 'Ravi',
      email: 'ravi@example.com',
      password_hash: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId }
}
