import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, type Transaction } from '#server/db/connect.ts'
import { times } from '#test/harness/at-once.ts'
import { newCoupon, newOrder } from '#test/harness/coupon.ts'
import { testDatabase, type TestDatabase } from '#test/harness/database.ts'
import { findCoupon, listKeysUsed, releaseCoupon, takeCoupon } from './index.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url, { max: 20 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const within = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)

/** Places an order that uses the coupon, and answers its id, or the code of what refused it. */
const order = (coupon: { id: number; code: string }, customers: string[]) =>
  within(async (tx) => {
    const id = await newOrder(tx, { coupon_id: coupon.id })
    await takeCoupon(tx, 1, coupon, id, customers)
    return id
  }).catch((error: unknown) => (error as { code: string }).code)

async function stateOf(couponId: number) {
  const { used } = await db
    .selectFrom('coupon')
    .select('used')
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  const uses = await db
    .selectFrom('coupon_use')
    .select('customer')
    .where('coupon_id', '=', couponId)
    .execute()
  const orders = await db.selectFrom('shop_order').select('id').where('coupon_id', '=', couponId).execute()
  return { used, uses: uses.length, orders: orders.length }
}

test('of a hundred at once no more than the limit have it, and each cancelled order gives back one', async () => {
  const coupon = await newCoupon(db, { usage_limit: 10 })
  const ends = await times(100, (index) => order(coupon, [`email:${index}@example.com`]))
  expect(ends.filter((end) => end === 'coupon_used_up')).toHaveLength(90)
  expect(await stateOf(coupon.id)).toEqual({ used: 10, uses: 10, orders: 10 })

  const placed = ends.filter((end) => typeof end === 'number')
  // Cancelled twice at the same time, beside orders that want what becomes free.
  const [late] = await Promise.all([
    times(30, (index) => order(coupon, [`email:late${index}@example.com`])),
    times(8, (index) => within((tx) => releaseCoupon(tx, 1, placed[index % 4]!))),
  ])
  const more = late.filter((end) => typeof end === 'number').length
  expect(more).toBeLessThanOrEqual(4)
  expect(await stateOf(coupon.id)).toEqual({ used: 6 + more, uses: 6 + more, orders: 10 + more })
})

test('once per customer is once, under the account as under the address', async () => {
  const coupon = await newCoupon(db, { once_per_customer: true })
  const ends = await times(20, () => order(coupon, ['user:7', 'email:asha@example.com']))
  expect(ends.filter((end) => end === 'coupon_used')).toHaveLength(19)
  expect(await order(coupon, ['email:asha@example.com'])).toBe('coupon_used')
  expect(await order(coupon, ['user:7', 'email:other@example.com'])).toBe('coupon_used')
  expect(await stateOf(coupon.id)).toEqual({ used: 1, uses: 2, orders: 1 })
  expect(await listKeysUsed(db, 1, coupon.id, ['user:7', 'user:8'])).toEqual(['user:7'])
  expect(await listKeysUsed(db, 2, coupon.id, ['user:7'])).toEqual([])

  await within((tx) =>
    releaseCoupon(
      tx,
      2,
      ends.find((end) => typeof end === 'number')!,
    ),
  )
  expect(await order(coupon, ['user:7'])).toBe('coupon_used')
  await within((tx) =>
    releaseCoupon(
      tx,
      1,
      ends.find((end) => typeof end === 'number')!,
    ),
  )
  expect(await stateOf(coupon.id)).toEqual({ used: 0, uses: 0, orders: 1 })
  expect(await order(coupon, ['user:7', 'email:asha@example.com'])).toBeTypeOf('number')
})

test('several of one customer at once are fine where a coupon does not say once', async () => {
  const coupon = await newCoupon(db)
  await times(5, () => order(coupon, ['email:asha@example.com']))
  expect(await stateOf(coupon.id)).toEqual({ used: 5, uses: 5, orders: 5 })
})

test('the moment of the order decides, and the shop', async () => {
  const hour = 3_600_000
  const at = (offset: number) => new Date(Date.now() + offset)
  const over = await newCoupon(db, { ends_at: at(-hour) })
  const planned = await newCoupon(db, { starts_at: at(hour) })
  const off = await newCoupon(db, { is_active: false })
  for (const coupon of [over, planned, off]) expect(await order(coupon, ['user:7'])).toBe('coupon_ended')
  const { id, code } = await newCoupon(db, { starts_at: at(-hour), ends_at: at(hour) })
  expect(await findCoupon(db, 1, ` ${code.toLowerCase()} `)).toMatchObject({ id, code, used: 0 })
  expect(await findCoupon(db, 2, code)).toBeUndefined()
  expect(await order({ id, code }, ['user:7'])).toBeTypeOf('number')
})
