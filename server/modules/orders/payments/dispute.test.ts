import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import type { DisputeState, PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { noteDispute } from './dispute.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const goods = await makeGoods(db)

const { number } = (await order(client(app), { items: [{ productid: goods.mug, quantity: 1 }] })).answer.data
const { id: orderId } = await db
  .selectFrom('shop_order')
  .select('id')
  .where('number', '=', number)
  .executeTakeFirstOrThrow()
const { rows } = await sql<{ id: number }>`
  insert into payment (config_id, order_id, provider, status, amount, paid_at, reference)
  values (1, ${orderId}, 'stripe', 'paid', 1, now(), 'cs_1') returning id`.execute(db)
const [{ id: paymentId } = { id: 0 }] = rows

beforeEach(async () => {
  await db.deleteFrom('payment_dispute').execute()
  await db.deleteFrom('refund').execute()
  await db.deleteFrom('order_event').where('kind', 'like', 'dispute%').execute()
})

/** The shop asks Stripe, who answers this state. */
const hear = (state: DisputeState['state'], reference = 'dp_1', shopId = 1) => {
  const answer: DisputeState = {
    payment: 'cs_1',
    state,
    amount: 100,
    currency: 'INR',
    reason: reference,
    replyBy: undefined,
  }
  const stripe = { id: 'stripe', getDispute: () => Promise.resolve(answer) } as Partial<PaymentProvider>
  return noteDispute(db, stripe as PaymentProvider, { shopId, reference })
}

const refund = () =>
  sql`
  insert into refund (config_id, order_id, payment_id, amount, status, actor_name, created_at)
  values (1, ${orderId}, ${paymentId}, 1, 'done', 'The shop', clock_timestamp())`.execute(db)

async function events(): Promise<string> {
  const found = await db
    .selectFrom('order_event')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'like', 'dispute%')
    .orderBy('id')
    .execute()
  return found.map(({ kind }) => kind.replace('dispute_', '')).join(' ')
}

/** The disputes of this order that staff have to answer. */
async function unanswered(): Promise<string[]> {
  const findings = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  return findings
    .filter(({ check }) => check === 'payment_disputed')
    .map(({ message }) => /dp_\d/.exec(message)?.[0] ?? message)
    .toSorted()
}

test.each([
  ['open', 'opened', ['dp_1']],
  ['open open', 'opened', ['dp_1']],
  ['open won', 'opened won', []],
  ['won', 'opened won', []],
  ['open lost lost', 'opened lost', ['dp_1']],
  ['open lost refund', 'opened lost', []],
  ['open lost won', 'opened lost won', []],
  // An answer that was given before the end comes after it.
  ['open lost open', 'opened lost', ['dp_1']],
  ['open won lost', 'opened won lost', ['dp_1']],
  ['open lost:2 open:2', 'opened opened lost', ['dp_1', 'dp_2']],
  ['open won:2', 'opened opened won', ['dp_1']],
])('after “%s” the timeline says “%s” and %j waits for staff', async (words, timeline, waiting) => {
  for (const word of words.split(' ')) {
    const [state, nth = '1'] = word.split(':')
    await (state === 'refund' ? refund() : hear(state as DisputeState['state'], `dp_${nth}`))
  }
  expect(await events()).toBe(timeline)
  expect(await unanswered()).toEqual(waiting)
})

test('the same message twice at once is noted once', async () => {
  await Promise.all([hear('lost'), hear('lost'), hear('lost')])
  expect(await events()).toBe('opened lost')
})

test('the dispute of a payment of another shop changes nothing', async () => {
  await hear('lost', 'dp_1', 2)
  expect(await events()).toBe('')
  expect(await unanswered()).toEqual([])
})
