import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { authSecret, cardOrder } from '#test/harness/data/paid-order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { handleRefundEvent } from './process-refunds.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
afterEach(() => void vi.useRealTimers())

test('the provider is asked about a refund again by the clock of the database', async () => {
  const goods = await makeGoods(db)
  const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
  const one = await cardOrder({ app, db, stripe, goods })
  const { number } = one
  one.pay()
  await one.event()
  await staff.send(refundOrder, { number, amount: 100 }, { 'idempotency-key': randomUUID() })
  const hoursUntilDue = async () => {
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from due_at - now()) / 3600)::int as hours from refund where order_id = ${one.id}`.execute(
      db,
    )
    return rows[0]?.hours
  }
  // The clock of this process is three days ahead.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 72 * 3_600_000 })
  await one.refund()
  expect(await hoursUntilDue()).toBe(24)
  const reference = stripe.refunds(number)[0]?.id ?? ''
  const unreachable = {
    offered: [],
    canAsk: () => false,
    ofPayment: async () => undefined,
    senders: async () => [],
  }
  await handleRefundEvent(db, { keyedHash: keyedHash(authSecret) }, unreachable, {
    shopId: 1,
    provider: 'stripe',
    reference,
  })
  expect(await hoursUntilDue()).toBe(0)
})
