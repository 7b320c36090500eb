import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { cardOrder } from '#test/harness/data/paid-order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { raceEdits } from '#test/harness/processes/edit-races.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)

const goods = await makeGoods(db)

test('an edit waits for a refund that is being sent, and asks for what is missing then', async () => {
  const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.event()
  const edit = (quantity: number) =>
    staff.send(editOrderLines, { number: one.number, lines: [{ lineId: 1, quantity }] })
  await edit(1)
  const { amount } = await db
    .selectFrom('refund')
    .select('amount')
    .where('order_id', '=', one.id)
    .executeTakeFirstOrThrow()
  let editing: ReturnType<typeof edit> | undefined
  // The job that sends refunds has claimed it, and has not committed yet.
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('refund').set({ attempts: 1 }).where('order_id', '=', one.id).execute()
    editing = edit(2)
    await waitForLock()
  })
  expect((await editing)?.status).toBe(200)
  const payments = await db
    .selectFrom('payment')
    .select(['amount', 'status'])
    .where('order_id', '=', one.id)
    .orderBy('id')
    .execute()
  expect(payments).toEqual([
    { amount: 200_000, status: 'paid' },
    { amount, status: 'waiting' },
  ])
  expect(await one.outcome()).toMatchObject({ paid: 200_000, refunded: amount })
})

/** Resolves once a session waits for a lock. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
  }
}

/** How many calls of a race must be accepted: half of the fewest in ten races. */
const LEAST = { edit: 20, undo: 4, pay: 2, 'mark paid': 2, ship: 1, cancel: 2 }

/** The long version is `npm run test:stress -- edits 1000`. */
test('edits, payments, shipments and cancellations of paid orders at once keep money and stock together', async () => {
  const counts = await raceEdits({ app, db, stripe, goods }, { rounds: 20, seed: 11 })
  for (const [name, least] of Object.entries(LEAST))
    expect(counts[name]?.accepted, name).toBeGreaterThanOrEqual(least)
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
}, 60_000)
