// Races for the units that drafts hold: the job that ends holds, staff who place, save, release and delete, and shoppers who buy,
// all at once. Reconciliation must find nothing afterwards.

import { draftHoldJob } from '#server/modules/orders/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { raceHolds } from '#test/harness/processes/draft-races.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

/** Runs that many rounds. Throws at the first unit that is lost or doubled. */
export async function run(rounds = 1000): Promise<void> {
  await withStressApp(async ({ app, db, errors }) => {
    const { browser: staff } = await staffWith(db, app, ['orders'])
    const { run: endHolds } = draftHoldJob(db)
    const expireHolds = async () => Number(await endHolds(new AbortController().signal))
    console.table(await raceHolds({ db, staff, shopper: client(app), expireHolds }, rounds))
    const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
    if (found.length > 0) throw new Error(`Reconciliation finds ${JSON.stringify(found.slice(0, 3))}`)
    if (errors.length > 0) throw new Error(`${errors.length} errors in the log: ${errors[0]}`)
  })
}
