import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, type Transaction } from '#server/db/connect.ts'
import { times } from '#test/harness/processes/at-once.ts'
import { newCoupon, newOrder } from '#test/harness/data/coupon.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { findCoupon, listUsedCustomerKeys, redeemCoupon, releaseCoupon } from './index.ts'

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

/** Places an order with the coupon. Returns its id or the error code. */
const order = (coupon: { id: number; code: string }, customerKeys: string[]) =>
  within(async (tx) => {
    const id = await newOrder(tx, { coupon_id: coupon.id })
    await redeemCoupon(tx, 1, coupon, id, customerKeys)
    return id
  }).catch((error: unknown) => (error as { code: string }).code)

async function stateOf(couponId: number) {
  const { used } = await db
    .selectFrom('coupon')
    .select('usage_count as used')
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

test('never exceeds the limit in 100 concurrent orders, and each cancelled order frees one use', async () => {
  const coupon = await newCoupon(db, { usage_limit: 10 })
  const ends = await times(100, (index) => order(coupon, [`email:${index}@example.com`]))
  expect(ends.filter((end) => end === 'coupon_used_up')).toHaveLength(90)
  expect(await stateOf(coupon.id)).toEqual({ used: 10, uses: 10, orders: 10 })

  const placed = ends.filter((end) => typeof end === 'number')
  // Cancels each of four orders twice at once, while other orders compete for the freed uses.
  const [late] = await Promise.all([
    times(30, (index) => order(coupon, [`email:late${index}@example.com`])),
    times(8, (index) => within(async (tx) => releaseCoupon(tx, 1, placed[index % 4]!))),
  ])
  const more = late.filter((end) => typeof end === 'number').length
  expect(more).toBeLessThanOrEqual(4)
  expect(await stateOf(coupon.id)).toEqual({ used: 6 + more, uses: 6 + more, orders: 10 + more })
})

test('limits a coupon to one use per customer, by account and by email address', async () => {
  const coupon = await newCoupon(db, { once_per_customer: true })
  const ends = await times(20, () => order(coupon, ['user:7', 'email:asha@example.com']))
  expect(ends.filter((end) => end === 'coupon_used')).toHaveLength(19)
  expect(await order(coupon, ['email:asha@example.com'])).toBe('coupon_used')
  expect(await order(coupon, ['user:7', 'email:other@example.com'])).toBe('coupon_used')
  expect(await stateOf(coupon.id)).toEqual({ used: 1, uses: 2, orders: 1 })
  expect(await listUsedCustomerKeys(db, 1, coupon.id, ['user:7', 'user:8'])).toEqual(['user:7'])
  expect(await listUsedCustomerKeys(db, 2, coupon.id, ['user:7'])).toEqual([])

  await within(async (tx) =>
    releaseCoupon(
      tx,
      2,
      ends.find((end) => typeof end === 'number')!,
    ),
  )
  expect(await order(coupon, ['user:7'])).toBe('coupon_used')
  await within(async (tx) =>
    releaseCoupon(
      tx,
      1,
      ends.find((end) => typeof end === 'number')!,
    ),
  )
  expect(await stateOf(coupon.id)).toEqual({ used: 0, uses: 0, orders: 1 })
  expect(await order(coupon, ['user:7', 'email:asha@example.com'])).toBeTypeOf('number')
})

test('allows several concurrent uses of one customer if the coupon is not limited', async () => {
  const coupon = await newCoupon(db)
  await times(5, () => order(coupon, ['email:asha@example.com']))
  expect(await stateOf(coupon.id)).toEqual({ used: 5, uses: 5, orders: 5 })
})

test('checks the dates at the time of the order, per shop', async () => {
  const hour = 3_600_000
  const at = (offset: number) => new Date(Date.now() + offset)
  const expired = await newCoupon(db, { ends_at: at(-hour) })
  const planned = await newCoupon(db, { starts_at: at(hour) })
  const off = await newCoupon(db, { is_active: false })
  for (const coupon of [expired, planned, off]) expect(await order(coupon, ['user:7'])).toBe('coupon_ended')
  const { id, code } = await newCoupon(db, { starts_at: at(-hour), ends_at: at(hour) })
  expect(await findCoupon(db, 1, ` ${code.toLowerCase()} `)).toMatchObject({ id, code, used: 0 })
  expect(await findCoupon(db, 2, code)).toBeUndefined()
  expect(await order({ id, code }, ['user:7'])).toBeTypeOf('number')
})
