import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBooks as checkBooksCall, getBooks } from '#contract/books.ts'
import { cancelOrder } from '#contract/order.ts'
import { signedIn, newUser } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { newCoupon } from '#test/harness/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import { order } from '#test/harness/order.ts'
import { person } from '#test/harness/person.ts'
import { doNextCheck, requestNightly } from './books.writes.ts'
import { checkBooks, findExceptions } from './check.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const shop = { configId: 1, locale: 'en-IN' }
let goods: Goods
let confirmed: string
let cancelled: string
let pending: string

beforeAll(async () => {
  goods = await makeGoods(db)
  const set = (key: string, value: unknown) => ({ config_id: 1, key, value: JSON.stringify(value) })
  await db.insertInto('setting').values(set('payment.bank_transfer', true)).execute()
  const { code } = await newCoupon(db, { kind: 'percent', percent: 1_000, amount: null })
  const place = async (input: object = {}) => {
    const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 2 }]
    const { status, answer } = await order(person(app), { items, ...input })
    if (status !== 201) throw new Error('No order was placed')
    return answer.data
  }
  confirmed = (await place({ coupon: code })).number
  pending = (await place({ paymentMethod: 'bank_transfer' })).number
  const { number, accessToken } = await place()
  cancelled = number
  await person(app).send(cancelOrder, { number, accessToken })
  // Constraints and triggers stand before the books; each of them is taken away where it is in the way.
  await sql`alter table shop_order drop constraint order_adds_up, drop constraint order_not_refunded_beyond_paid`.execute(
    db,
  )
})

test('books that nobody has touched balance', async () => {
  expect(await checkBooks(db, shop)).toEqual([])
  const { status } = await db
    .selectFrom('shop_order')
    .select('status')
    .where('number', '=', cancelled)
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
})

const idOf = (number: string) => sql`(select id from shop_order where number = ${number})`
const lamp = () => goods.lampVariants[0]

/** Each is planted, found, and nothing else but it and what follows from it. */
describe.each<[string, () => ReturnType<typeof sql>, string]>([
  [
    'a level that nobody moved',
    () =>
      sql`update stock_level set on_hand = on_hand + 1, available = available + 1 where variant_id = ${lamp()}`,
    'stock_level',
  ],
  [
    'a movement that was lost',
    () => sql`delete from stock_movement where reference = ${confirmed}`,
    'order_stock',
  ],
  [
    'pieces put aside for nobody',
    () =>
      sql`insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change) values (1, ${lamp()}, 'reserved', 0, -1)`,
    'stock_level',
  ],
  [
    'an order that was cancelled without giving back',
    () => sql`update shop_order set status = 'cancelled', reserved_until = null where number = ${pending}`,
    'stock_reserved',
  ],
  [
    'a total of one paisa more',
    () => sql`update shop_order set total = total + 1 where number = ${confirmed}`,
    'order_total',
  ],
  [
    'a line that vanished',
    () => sql`delete from order_line where order_id = ${idOf(cancelled)}`,
    'order_total',
  ],
  ['money without a payment', () => sql`update shop_order set paid = 1 where number = ${confirmed}`, 'paid'],
  [
    'a payment of another amount',
    () =>
      sql`update payment set status = 'paid', paid_at = now(), amount = amount - 1 where order_id = ${idOf(confirmed)}`,
    'paid_amount',
  ],
  [
    'a paid order that still waits',
    () => sql`update shop_order set paid = total where number = ${pending}`,
    'paid_open',
  ],
  [
    'an order that was delivered unpaid',
    () => sql`update shop_order set status = 'delivered' where number = ${confirmed}`,
    'unpaid_sent',
  ],
  [
    'a refund that nobody made',
    () => sql`update shop_order set refunded = 1 where number = ${confirmed}`,
    'refunded',
  ],
  [
    'money of a cancelled order',
    () => sql`update shop_order set paid = total where number = ${cancelled}`,
    'kept_money',
  ],
  [
    'an order that waits for ever',
    () => sql`update shop_order set reserved_until = now() - interval '2 days' where number = ${pending}`,
    'payment_stuck',
  ],
  [
    'a refund that did not arrive',
    () =>
      sql`with paid as (
          insert into payment (config_id, order_id, provider, status, amount, paid_at)
          values (1, ${idOf(cancelled)}, 'stripe', 'failed', 100, null) returning id
        )
        insert into refund (config_id, order_id, payment_id, amount, status, last_error, currency, actor_name)
        select 1, ${idOf(cancelled)}, id, 100, 'failed', 'The card is closed', 'INR', 'The shop' from paid`,
    'refund_stuck',
  ],
  [
    'a payment of which nobody can say anything',
    () =>
      sql`with gone as (update shop_order set closed_at = now() - interval '2 hours' where number = ${cancelled})
        insert into payment (config_id, order_id, provider, status, amount, look_at)
        values (1, ${idOf(cancelled)}, 'stripe', 'waiting', 100, now())`,
    'payment_unknown',
  ],
  ['a coupon that counts too few', () => sql`update coupon set used = 0`, 'coupon_uses'],
  [
    'a mail that was not written',
    () => sql`delete from mail where reference = 'order:' || ${idOf(confirmed)} || ':confirmed'`,
    'mail_once',
  ],
  [
    'a gap between invoices',
    () => sql`insert into invoice_counter (config_id, year, last) values (1, '2026-27', 2)`,
    'invoice_gap',
  ],
])('%s', (_name, plant, check) => {
  test(`is found as ${check}`, async () => {
    const undo = new Error('Planted, and taken back')
    const found = db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await plant().execute(tx)
      throw Object.assign(undo, { found: await findExceptions(tx, shop) })
    })
    await expect(found).rejects.toBe(undo)
    const { found: exceptions } = undo as Error & { found?: { check: string; text: string; todo: string }[] }
    expect(exceptions?.map((exception) => exception.check)).toContain(check)
    for (const { text, todo } of exceptions ?? []) {
      expect(text).toMatch(/^[A-Z].*\.$/)
      expect(text).not.toMatch(/[{}]|null|undefined|NaN/)
      expect(todo).toMatch(/^[A-Z].*\.$/)
    }
  })
})

test('a check is asked for by a button or each night, done once, and read in words', async () => {
  const { email } = await newUser(db, { role_id: 1 })
  const staff = await signedIn(app, email)
  await staff.send(checkBooksCall)
  await staff.send(checkBooksCall)
  expect((await staff.send(getBooks)).answer.data).toMatchObject({ latest: null, underWay: true })
  const done = await Promise.all([doNextCheck(db), doNextCheck(db)])
  expect(done.filter(Boolean)).toHaveLength(1)
  const { data } = (await staff.send(getBooks)).answer
  expect(data).toMatchObject({ latest: { orders: 3, exceptions: [] }, underWay: false })
  // Shop 1 was checked today; shop 2 never was.
  await requestNightly(db)
  await requestNightly(db)
  expect([await doNextCheck(db), await doNextCheck(db)]).toEqual([true, false])
})
