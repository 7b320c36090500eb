// Orders live through random calls of staff and buyers, some at the same time: paying, shipping in parts, withdrawing, returning,
// receiving, refunding, cancelling, editing. Stock, money and states must agree after each step.

import { runInterleavings } from '#test/harness/interleavings/run-interleavings.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'

/** Runs that many interleavings. The seed makes the choices; calls at the same time still race. Throws at the first fault. */
export async function run(orders = 1000, seed = Date.now() % 1_000_000): Promise<void> {
  console.log(`${orders} interleavings with seed ${seed}`)
  await withStressApp(async ({ app, db, errors }) => {
    const counts = await runInterleavings(db, app, { orders, seed })
    console.table(counts)
    if (errors.length > 0) throw new Error(`${errors.length} errors in the log: ${errors[0]}`)
  })
}
