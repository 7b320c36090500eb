import { afterAll, expect, test } from 'vitest'
import { fulfilOrder } from '#contract/orders/admin-order.ts'
import { receiveReturn } from '#contract/orders/return.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { withdrawableOrders } from '#test/harness/data/withdrawable-order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const { send, placed, withdraw, detail, returnsOf } = await withdrawableOrders(db, app)

test('of a withdrawal and a shipment at the same time, the first one wins and the other says so', async () => {
  const outcomes = { shipped: 0, held: 0 }
  for (let round = 0; round < 12; round++) {
    const { number, serial } = await placed({ paid: true })
    const { id } = await db
      .selectFrom('shop_order')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    // Both wait for the lock of the order, in either sequence.
    const calls = [() => withdraw(number), () => send(fulfilOrder, { number })]
    const pending: Promise<{ status: number; code?: string }>[] = []
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('shop_order').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      for (const call of round % 2 ? calls : calls.toReversed()) {
        pending.push(call())
        await waitForLock(pending.length)
      }
    })
    const results = await Promise.all(round % 2 ? pending : pending.toReversed())
    const shown = await detail(number)
    const [row] = await returnsOf(serial)
    if (results[1]!.status === 200) {
      outcomes.shipped += 1
      expect(shown).toMatchObject({ status: 'shipped', hold: null })
      expect((await send(receiveReturn, { id: row!.id })).status).toBe(200)
    } else {
      outcomes.held += 1
      expect(results[1]).toMatchObject({ status: 409, code: 'on_hold' })
      expect(shown).toMatchObject({ status: 'confirmed', shipments: [], hold: {} })
    }
  }
  expect(outcomes).toEqual({ shipped: 6, held: 6 })
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

/** Resolves once that many sessions wait for a lock. */
async function waitForLock(count: number): Promise<void> {
  for (;;) {
    const { waiting } = await db
      .selectFrom('pg_stat_activity' as never)
      .select(({ fn }) => fn.countAll<string>().as('waiting'))
      .where('wait_event_type' as never, '=', 'Lock' as never)
      .executeTakeFirstOrThrow()
    if (Number(waiting) >= count) return
  }
}
