import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '#contract/reconciliation/reconciliation.ts'
import { cancelOrder } from '#contract/orders/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { authorizationFaults } from '#test/harness/data/authorization-faults.ts'
import { creditFaults } from '#test/harness/data/credit-faults.ts'
import { disputeFaults } from '#test/harness/data/dispute-faults.ts'
import { unitFaults } from '#test/harness/data/unit-faults.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { integrityChecks } from './integrity-checks.ts'
import { listFindings, runIntegrityChecks } from './run-checks.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const shop = { shopId: 1, locale: 'en-IN' }
let goods: Goods
let [confirmed, cancelled, pending] = ['', '', '']

beforeAll(async () => {
  goods = await makeGoods(db)
  await storeSettings(db, { 'payment.bank_transfer': true })
  const { code } = await newCoupon(db, { kind: 'percent', percent: 1_000, amount: null })
  const place = async (input: object = {}) => {
    const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 2 }]
    const { status, answer } = await order(client(app), { items, ...input })
    if (status !== 201) throw new Error('No order was placed')
    return answer.data
  }
  confirmed = (await place({ coupon: code })).number
  pending = (await place({ paymentMethod: 'bank_transfer' })).number
  const { number, accessToken } = await place()
  cancelled = number
  await client(app).send(cancelOrder, { number, accessToken })
  // Constraints would refuse some of the planted faults.
  await sql`alter table shop_order drop constraint order_total_adds_up, drop constraint order_refund_within_paid`.execute(
    db,
  )
})

test('finds nothing in an untouched shop', async () => {
  expect(await runIntegrityChecks(db, shop)).toEqual([])
  const { status } = await db
    .selectFrom('shop_order')
    .select('status')
    .where('number', '=', cancelled)
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
})

const idOf = (number: string) => sql`(select id from shop_order where number = ${number})`
const lamp = () => goods.lampVariants[0]

/** Marks an order and its payment as paid, without the steps that follow a payment. */
const pay = (number: string) => sql`with paid as (
    update payment set status = 'paid', paid_at = now() where order_id = ${idOf(number)} returning order_id, amount
  )
  update shop_order o set paid = p.amount from paid p where o.id = p.order_id`

/** Issues the invoice of an order without the steps that follow it; part of a `with`. */
const invoiced = (number: string) => sql`
  counted as (insert into invoice_counter (config_id, series, last_sequence) values (1, '2026-27/', 1)),
  billed as (insert into invoice (config_id, series, sequence, order_id) values (1, '2026-27/', 1, ${idOf(number)}))`

/** An invoice of the confirmed order, and a credit note whose only line has another amount. Minor units. */
const credited = (total: ReturnType<typeof sql>, line: ReturnType<typeof sql>) => sql`
  with ${invoiced(confirmed)}, noted as (
    insert into credit_note_counter (config_id, series, last_sequence) values (1, '2026-27/', 1)
  )
  insert into credit_note (config_id, series, sequence, order_id, issued_at, reason, total, tax, lines)
  select 1, '2026-27/', 1, o.id, now(), 'refund', ${total}, 0,
    jsonb_build_array(jsonb_build_object('position', 0, 'total', ${line}, 'tax', 0))
  from shop_order o where o.number = ${confirmed}`

/** An order of the shop as if a deposit of all but a rupee had been agreed. Minor units. */
const deposited = (number: string) =>
  sql`update shop_order set deposit = total - 100 where number = ${number}`

const faults: [name: string, plant: () => ReturnType<typeof sql>, check: string][] = [
  [
    'a stock level that changed without a movement',
    () =>
      sql`update stock_level set on_hand = on_hand + 1, available = available + 1 where variant_id = ${lamp()}`,
    'stock_level',
  ],
  ['a confirmed order whose deposit is not paid', () => deposited(confirmed), 'deposit'],
  [
    'a lost stock movement of an order',
    () => sql`with lost as (delete from stock_movement where reference = ${confirmed} returning *),
        sums as (
          select variant_id, sum(on_hand_change) as on_hand, sum(available_change) as available from lost group by variant_id
        )
        update stock_level l set on_hand = l.on_hand - s.on_hand, available = l.available - s.available
        from sums s where l.variant_id = s.variant_id`,
    'order_stock',
  ],
  [
    'a movement that did not change the stock level',
    () =>
      sql`insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change) values (1, ${lamp()}, 'reserved', 0, -1)`,
    'stock_level',
  ],
  [
    'units reserved for no order',
    () => sql`with reserved as (
          insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change)
          values (1, ${lamp()}, 'reserved', 0, -1) returning variant_id
        )
        update stock_level l set available = available - 1 from reserved r where l.variant_id = r.variant_id`,
    'stock_reserved',
  ],
  [
    'a total that is one paisa too high',
    () => sql`update shop_order set total = total + 1 where number = ${confirmed}`,
    'order_total',
  ],
  ['a lost order line', () => sql`delete from order_line where order_id = ${idOf(cancelled)}`, 'order_total'],
  ...authorizationFaults(() => confirmed),
  ...creditFaults(
    () => confirmed,
    () => cancelled,
  ),
  [
    'a paid amount without a payment',
    () => sql`update shop_order set paid = 1 where number = ${confirmed}`,
    'paid',
  ],
  [
    'a payment of a wrong amount',
    () =>
      sql`with wrong as (
          update payment set status = 'paid', paid_at = now(), amount = amount - 1 where order_id = ${idOf(confirmed)}
          returning order_id, amount
        )
        update shop_order o set paid = w.amount from wrong w where o.id = w.order_id`,
    'paid_amount',
  ],
  ['a paid order that is still awaiting payment', () => pay(pending), 'paid_open'],
  [
    'an order to ship that is not paid, and not cash on delivery',
    () => sql`update shop_order set payment_method = 'bank_transfer' where number = ${confirmed}`,
    'unpaid_sent',
  ],
  [
    'a refunded amount without a refund',
    () => sql`with paid as (
        update payment set status = 'paid', paid_at = now() where order_id = ${idOf(confirmed)} returning order_id, amount
      )
      update shop_order o set paid = p.amount, refunded = 1 from paid p where o.id = p.order_id`,
    'refunded',
  ],
  [
    'a lowered total whose refund counts as another one',
    () => sql`with paid as (
        update payment set status = 'paid', paid_at = now(), amount = amount + 1 where order_id = ${idOf(confirmed)}
        returning id, order_id, amount
      ), refunded as (
        insert into refund (config_id, order_id, payment_id, amount, status, actor_name)
        select 1, order_id, id, 1, 'done', 'Ravi' from paid
      )
      update shop_order o set paid = p.amount, refunded = 1, excess_refunded = 1 from paid p where o.id = p.order_id`,
    'excess_refunded',
  ],
  ['a cancelled order that was not refunded', () => pay(cancelled), 'kept_money'],
  [
    'an order far past its payment deadline',
    () => sql`update shop_order set reserved_until = now() - interval '2 days' where number = ${pending}`,
    'payment_stuck',
  ],
  [
    'a failed refund',
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
    'a cancelled order with an unknown payment status',
    () =>
      sql`with gone as (update shop_order set closed_at = now() - interval '2 hours' where number = ${cancelled})
        insert into payment (config_id, order_id, provider, status, amount, next_poll_at)
        values (1, ${idOf(cancelled)}, 'stripe', 'waiting', 100, now())`,
    'payment_unknown',
  ],
  ...disputeFaults(() => confirmed),
  ...unitFaults(
    () => confirmed,
    () => goods.lampVariants[1],
  ),
  [
    'a customer with an order too many',
    () =>
      sql`update customer c set orders = c.orders + 1 from shop_order o
        where o.number = ${confirmed} and c.key = customer_key(o.email, o.phone)`,
    'customer_orders',
  ],
  ['a coupon that counts too few uses', () => sql`update coupon set usage_count = 0`, 'coupon_uses'],
  [
    'a missing confirmation email',
    () => sql`delete from email where reference = 'order:' || ${idOf(confirmed)} || ':confirmed'`,
    'email_once',
  ],
  [
    'a gap in the invoice numbers',
    () => sql`insert into invoice_counter (config_id, series, last_sequence) values (1, '2026-27/', 2)`,
    'invoice_gap',
  ],
  [
    'a gap in the credit note numbers',
    () => sql`insert into credit_note_counter (config_id, series, last_sequence) values (1, '2026-27/', 2)`,
    'credit_note_gap',
  ],
  [
    'an invoice that is older than the one before it',
    () => sql`with counted as (
          insert into invoice_counter (config_id, series, last_sequence) values (1, '2026-27/', 2)
        )
        insert into invoice (config_id, series, sequence, order_id, issued_at)
        values (1, '2026-27/', 1, ${idOf(confirmed)}, now()), (1, '2026-27/', 2, ${idOf(pending)}, now() - interval '1 s')`,
    'invoice_dates',
  ],
  [
    'a credit note above the invoice',
    () => credited(sql`o.total + 1`, sql`o.total + 1`),
    'credited_above_invoice',
  ],
  [
    'a credit note without an invoice',
    () => sql`with noted as (
          insert into credit_note_counter (config_id, series, last_sequence) values (1, '2026-27/', 1)
        )
        insert into credit_note (config_id, series, sequence, order_id, issued_at, reason, total, tax, lines)
        values (1, '2026-27/', 1, ${idOf(confirmed)}, now(), 'refund', 1, 0, '[{"position": 0, "total": 1, "tax": 0}]')`,
    'credited_above_invoice',
  ],
  [
    'a cancelled order whose invoice was not credited',
    () => sql`with ${invoiced(cancelled)} select 1`,
    'credit_missing',
  ],
  ['a credit note that its lines do not add up to', () => credited(sql`2`, sql`1`), 'credit_note_lines'],
  [
    'a draft whose units are reserved for nothing',
    () => sql`with reserved as (
          insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change)
          values (1, ${lamp()}, 'reserved', 0, -1)
        ), lowered as (
          update stock_level set available = available - 1 where variant_id = ${lamp()}
        )
        insert into order_draft (config_id, number, request, held_until, held)
        values (1, 'DRAF-T000-0000', '{}', now(), jsonb_build_array(jsonb_build_object('variantId', ${lamp()}::int, 'quantity', 1)))`,
    'draft_hold',
  ],
  [
    'a part of the delivery with another tax',
    () =>
      sql`update shop_order set shipping_taxes = '[{"rate": 180000, "amount": 9900, "tax": 1}]' where number = ${confirmed}`,
    'delivery_tax',
  ],
  [
    'an item with the tax of another rate',
    () => sql`update order_line set tax_rate = 180000 where order_id = ${idOf(confirmed)}`,
    'line_tax',
  ],
]

test('every integrity check has a fault that breaks it', () => {
  expect(new Set(faults.map(([, , check]) => check))).toEqual(
    new Set(integrityChecks.map(({ check }) => check)),
  )
})

/** Each fault is planted in a transaction that is rolled back, and yields exactly its own finding. */
describe.each(faults)('%s', (_name, plant, check) => {
  test(`yields exactly one finding: ${check}`, async () => {
    const rollback = new Error('Roll back the planted fault')
    const found = db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await plant().execute(tx)
      throw Object.assign(rollback, { found: await listFindings(tx, shop) })
    })
    await expect(found).rejects.toBe(rollback)
    const { found: findings } = rollback as Error & { found?: Finding[] }
    expect(findings?.map((finding) => finding.check)).toEqual([check])
    for (const { message, action } of findings ?? []) {
      expect(message).toMatch(/^[A-Z].*\.$/)
      expect(message).not.toMatch(/[{}]|null|undefined|NaN/)
      expect(action).toMatch(/^[A-Z].*\.$/)
    }
  })
})
