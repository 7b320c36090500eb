// Orders are paid, cancelled and given up at four providers, by two processes that both poll and take messages, and that are
// killed with SIGKILL. The providers fail now and then. Nothing may be paid twice or lost.

import { connect } from '#server/db/connect.ts'
import { createDatabase, startTestServer } from '#test/harness/app/database-server.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { checkLived } from '#test/harness/payments/check-lived.ts'
import { startPaymentServers } from '#test/harness/processes/payment-accounts.ts'
import { payUnderKills } from '#test/harness/processes/payment-kills.ts'

/** Runs that many orders, with a kill for every ten. Prints how each life ended at each provider. Throws at the first fault. */
export async function run(orders = 280, seed = Date.now() % 1_000_000): Promise<void> {
  console.log(`${orders} orders with seed ${seed}`)
  const { serverUrl, template, stop } = await startTestServer()
  const databaseUrl = await createDatabase(serverUrl, template, `template ${template}`)
  const db = connect(databaseUrl)
  const { servers, accounts } = await startPaymentServers()
  try {
    await db.updateTable('shop').set({ currency: 'EUR' }).execute()
    const goods = await makeGoods(db)
    const sizes = { orders, atOnce: 8, kills: Math.ceil(orders / 10), lifeMs: 1500, seed }
    console.table(
      await checkLived(db, await payUnderKills({ db, databaseUrl, goods, servers, accounts, ...sizes })),
    )
    for (const { unknown } of servers) if (unknown.length > 0) throw new Error(unknown.join('\n'))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await db.destroy()
    await stop()
  }
}
