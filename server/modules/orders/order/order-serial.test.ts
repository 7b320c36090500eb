import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { findGuestOrder } from '#contract/orders/shopper-order.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newOrder } from '#test/harness/data/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds'])
})
afterEach(() => db.deleteFrom('setting').where('key', '=', 'checkout.order_prefix').execute())

const item = () => ({ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 1 })
const year = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', year: 'numeric' }).format(new Date())

async function placed(email = 'asha@example.com') {
  const contact = { email, phone: '+91 98765 43210' }
  return (await order(stranger(app), { items: [item()], contact })).answer.data
}

const usePrefix = (prefix: string) =>
  db
    .insertInto('setting')
    .values({ config_id: 1, key: 'checkout.order_prefix', value: JSON.stringify(prefix) })
    .execute()

const serialOf = async (id: number) =>
  (await db.selectFrom('shop_order').select('serial').where('id', '=', id).executeTakeFirstOrThrow()).serial

const search = async (q: string) =>
  (await staff.browser.send(getAdminOrders, { q })).answer.data.map(({ serial }) => serial)

test('orders of a shop are numbered in the year of its time zone, also when they are placed at once', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => placed()))
  const serials = orders.map(({ serial }) => serial)
  expect(new Set(serials).size).toBe(12)
  for (const serial of serials) expect(serial).toMatch(new RegExp(`^${year}-\\d{6}$`))
  await db.updateTable('shop').set({ time_zone: 'Pacific/Kiritimati' }).where('config_id', '=', 1).execute()
  const [there] = (
    await sql<{
      year: string
    }>`select to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY') as year`.execute(db)
  ).rows
  expect(await serialOf(await newOrder(db))).toMatch(new RegExp(`^${there!.year}-`))
  await db.updateTable('shop').set({ time_zone: 'Asia/Kolkata' }).where('config_id', '=', 1).execute()
})

test('an order that is being placed keeps no other order waiting', async () => {
  await newOrder(db)
  await db.transaction().execute(async (tx) => {
    const open = await newOrder(tx)
    // Would wait for ever, if the first transaction held the counter.
    const other = await newOrder(db)
    expect(await serialOf(other)).not.toBe(
      (await tx.selectFrom('shop_order').select('serial').where('id', '=', open).executeTakeFirstOrThrow())
        .serial,
    )
  })
})

test('an imported order keeps its number, and the series passes over it', async () => {
  const first = await serialOf(await newOrder(db))
  const next = `${year}-${String(Number(first.slice(5)) + 1).padStart(6, '0')}`
  expect(await serialOf(await newOrder(db, { serial: next }))).toBe(next)
  expect(await serialOf(await newOrder(db))).toBe(
    `${year}-${String(Number(first.slice(5)) + 2).padStart(6, '0')}`,
  )
  await expect(newOrder(db, { serial: next.replace('-', '') })).rejects.toThrow('shop_order_serial')
})

test('the series goes on after a restore, which has orders but no sequence', async () => {
  const last = await serialOf(await newOrder(db))
  await sql`drop sequence ${sql.table(`order_serial_1_${year}`)}`.execute(db)
  const [a, b] = await Promise.all([newOrder(db), newOrder(db)])
  const numbers = [await serialOf(a), await serialOf(b)].map((serial) => Number(serial.slice(5)))
  expect(numbers.toSorted((x, y) => x - y)).toEqual([1, 2].map((step) => Number(last.slice(5)) + step))
})

test('staff and guests find an order by its number, with or without the prefix', async () => {
  await usePrefix('SHOP-')
  const { number, serial } = await placed('ravi@example.com')
  expect(serial).toMatch(new RegExp(`^SHOP-${year}-\\d{6}$`))
  const bare = serial.slice('SHOP-'.length)
  for (const q of [serial, serial.toLowerCase(), `#${serial}`, bare, number])
    expect(await search(q), q).toEqual([serial])
  for (const typed of [serial, `# ${bare}`, bare.replace('-', ''), number.toLowerCase()]) {
    const found = await stranger(app).send(findGuestOrder, { number: typed, email: 'ravi@example.com' })
    expect(found.answer?.data.number, typed).toBe(number)
  }
  expect(await stranger(app).send(findGuestOrder, { number: bare, email: 'x@example.com' })).toMatchObject({
    status: 404,
  })
})
