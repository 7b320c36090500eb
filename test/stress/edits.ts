// Orders that were paid by card are edited, paid, undone, shipped and cancelled at the same time, and want more units than there
// are. Stock, money and the provider must agree after each step.

import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { raceEdits } from '#test/harness/processes/edit-races.ts'
import { stripeServer } from '#test/harness/services/stripe-server.ts'

/** Runs that many orders. The seed makes the choices; calls at the same time still race. Throws at the first fault. */
export async function run(rounds = 1000, seed = Date.now() % 1_000_000): Promise<void> {
  console.log(`${rounds} orders with seed ${seed}`)
  const stripe = await stripeServer()
  try {
    await withStressApp(
      async ({ app, db, errors }) => {
        console.table(await raceEdits({ app, db, stripe, goods: await makeGoods(db) }, { rounds, seed }))
        const gaps = await checkLedger(db)
        if (gaps.length > 0) throw new Error(`The ledger differs from the levels: ${JSON.stringify(gaps[0])}`)
        const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
        if (found.length > 0)
          throw new Error(`Reconciliation: ${found.map(({ message }) => message).join(' ')}`)
        if (errors.length > 0) throw new Error(`${errors.length} errors in the log: ${errors[0]}`)
      },
      { AUTH_SECRET: authSecret },
      [stripe.provider],
    )
  } finally {
    await stripe.stop()
  }
}
