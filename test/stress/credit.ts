// Gift cards pay orders, and the orders are repeated, cancelled, refunded and edited at the same time. No card may be spent beyond
// its balance, and the ledger, the payments and the refunds must agree.

import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { raceCredit } from '#test/harness/processes/credit-races.ts'

/** Runs that many rounds. The seed makes the choices; calls at the same time still race. Throws at the first fault. */
export async function run(rounds = 500, seed = Date.now() % 1_000_000): Promise<void> {
  console.log(`${rounds} rounds with seed ${seed}`)
  await withStressApp(
    async ({ app, db, errors }) => {
      const goods = await makeGoods(db)
      const cup = await goods.add('Cup', { variants: [{ price: 50_000, stock: 1_000_000 }] })
      await storeSettings(db, { 'payment.cod': true, 'payment.bank_transfer': true, 'shipping.flat': 0 })
      const staff = (await newcomer(db, app, { role_id: 1 })).browser
      console.table(await raceCredit({ app, db, staff, cup }, { rounds, seed }))
      const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
      if (found.length > 0)
        throw new Error(`Reconciliation: ${found.map(({ message }) => message).join(' ')}`)
      if (errors.length > 0) throw new Error(`${errors.length} errors in the log: ${errors[0]}`)
    },
    { AUTH_SECRET: authSecret },
  )
}
