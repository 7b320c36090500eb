import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateNotifications } from '#contract/settings.ts'
import { updateLowMark, updateStock } from '#contract/stock.ts'
import { newcomer } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/goods.ts'
import type { Person } from '#test/harness/person.ts'
import { receive, release, reserve, sell, tellLowStock } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let admin: Person
const shop = { configId: 1, actor: { id: null, name: 'Shop' } }
const base = 'https://shop.example'

beforeAll(async () => {
  goods = await makeGoods(db)
  const { browser, id } = await newcomer(db, app, {
    role_id: 1,
    full_name: 'Asha',
    email: 'asha@example.com',
  })
  admin = browser
  const nobody = { comment_posted: [], comment_reported: [], order_placed: [] }
  await admin.send(updateNotifications, { ...nobody, stock_low: [id] })
})
beforeEach(async () => {
  await db.deleteFrom('low_stock_notice').execute()
  await db.deleteFrom('mail').execute()
})

let made = 0
async function variant(stock: number, name = `Bowl ${++made}`): Promise<number> {
  const [id = 0] = await variantsOf(db, await goods.add(name, { variants: [{ price: 100, stock }] }))
  return id
}
const take = (variantId: number, quantity: number) =>
  db.transaction().execute((tx) => reserve(tx, shop, [{ variantId, quantity }], {}))
const waiting = () =>
  db.selectFrom('low_stock_notice').select('variant_id').where('told_at', 'is', null).execute()
const mails = () =>
  db.selectFrom('mail').select(['recipient', 'subject', 'body_text']).orderBy('id').execute()

test('only what comes down to the mark is noted, in the transaction that brings it there', async () => {
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
  // Below the mark nothing is said again, nor when pieces that were put aside are sold.
  await take(id, 1)
  await db.transaction().execute((tx) => sell(tx, shop, [{ variantId: id, quantity: 4 }], { reserved: true }))
  expect(await waiting()).toHaveLength(1)
})

test('one mail tells all of a minute, the fewest first', async () => {
  const [bowl, vase] = [await variant(5, 'Bowl'), await variant(9, 'Vase <b>')]
  await take(bowl, 2)
  await take(vase, 9)
  expect(await tellLowStock(db, base)).toBe(1)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'asha@example.com', subject: '2 products are low in stock' })
  expect(mail?.body_text).toMatch(/Vase <b>: sold out\n\nBowl: 3 left/)
  expect(mail?.body_text).toContain(`${base}/dashboard/stock`)
  expect(await tellLowStock(db, base)).toBe(0)
})

test('what is there again is not told; what was told is told again within a day only after goods came', async () => {
  const id = await variant(4)
  await take(id, 1)
  await db.transaction().execute((tx) => release(tx, shop, [{ variantId: id, quantity: 1 }], {}))
  expect(await tellLowStock(db, base)).toBe(0)
  expect(await waiting()).toEqual([])

  await take(id, 1)
  expect(await tellLowStock(db, base)).toBe(1)
  await db.transaction().execute((tx) => release(tx, shop, [{ variantId: id, quantity: 1 }], {}))
  await take(id, 1)
  expect(await tellLowStock(db, base)).toBe(0)
  await db.transaction().execute((tx) => receive(tx, shop, [{ variantId: id, quantity: 1 }], {}))
  await take(id, 1)
  expect(await tellLowStock(db, base)).toBe(1)
})

test('of several that tell at once, one tells', async () => {
  const id = await variant(4)
  await take(id, 4)
  const counts = await Promise.all(Array.from({ length: 4 }, () => tellLowStock(db, base)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
})

test('the mark is its own, or that of the shop; a broken one is 3 and stops no sale', async () => {
  const [own, common, late] = [await variant(20), await variant(20), await variant(20)]
  await admin.send(updateStock, { id: own, low_at: 19 })
  await admin.send(updateLowMark, { low_at: 15 })
  await take(own, 1)
  await take(common, 4)
  expect(await waiting()).toEqual([{ variant_id: own }])
  await take(common, 1)
  expect(await waiting()).toHaveLength(2)
  for (const value of ['"x"', '1.5', '-1', '{}', 'null', '99999999999']) {
    await db.updateTable('setting').set({ value }).where('key', '=', 'stock.low_at').execute()
    await take(late, 1)
  }
  expect(await waiting()).toHaveLength(2)
  await take(late, 11)
  expect(await waiting()).toHaveLength(3)
})

test('each shop is told at its own address; who has no receivers is told nothing', async () => {
  const [id = 0] = await variantsOf(db, goods.foreign)
  const other = { configId: 2, actor: shop.actor }
  const sellOne = () =>
    db.transaction().execute((tx) => reserve(tx, other, [{ variantId: id, quantity: 8 }], {}))
  await sellOne()
  expect(await tellLowStock(db, base)).toBe(0)
  expect(await waiting()).toEqual([])
  const { id: role } = await db
    .insertInto('role')
    .values({ config_id: 2, id: 7, name: 'Boss', permissions: ['catalogue'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { userId } = await staffOf(2, role)
  await db
    .insertInto('setting')
    .values({ config_id: 2, key: 'notifications.stock_low', value: JSON.stringify([userId]) })
    .execute()
  await db.transaction().execute((tx) => release(tx, other, [{ variantId: id, quantity: 8 }], {}))
  await sellOne()
  expect(await tellLowStock(db, base)).toBe(1)
  expect((await mails())[0]?.body_text).toContain('https://other.example/dashboard/stock')
})

async function staffOf(configId: number, roleId: number) {
  const { id: userId } = await db
    .insertInto('app_user')
    .values({
      config_id: configId,
      role_id: roleId,
      full_name: 'Ravi',
      email: 'ravi@example.com',
      password_hash: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId }
}
