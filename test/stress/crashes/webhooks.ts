import { sql } from 'kysely'
import { createWebhook } from '#contract/webhooks/webhook.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { startShopProcess } from '#test/harness/processes/killable-shop.ts'
import { checkArrivals, deliverUnderKills } from '#test/harness/processes/webhook-kills.ts'

/**
 * Kills the shop and a receiver with SIGKILL, in turn, while events happen. Throws if an event does not arrive, or arrives
 * after a later one of its subject. Prints how many arrived more than once.
 */
export async function run(events = 10_000, kills = 10, subjects = 100): Promise<void> {
  const env = { WEBHOOKS_ALLOW_PRIVATE: '1' }
  await withStressApp(async ({ app, db, databaseUrl, dataDir }) => {
    const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
    const arrivals = await deliverUnderKills({
      db,
      events,
      subjects,
      kills,
      lifeMs: 2000,
      subscribe: (url) => staff.send(createWebhook, { url, kinds: ['search.empty'] }),
      startShop: () => startShopProcess(dataDir, { ...env, DATABASE_URL: databaseUrl, DEMO: '0' }),
    })
    checkArrivals(arrivals)
    const { happened, total, seconds } = arrivals
    if (happened.length !== events) throw new Error(`${happened.length} of ${events} events were recorded`)
    const { rows } = await sql<{ attempts: number; most: number }>`
      select sum(attempts)::int as attempts, max(attempts) as most from webhook_delivery`.execute(db)
    console.log(
      `${events} events about ${subjects} subjects, ${kills} kills: all arrived in order within ${seconds.toFixed(0)} s, ` +
        `${total - events} a second time; ${rows[0]?.attempts} attempts, at most ${rows[0]?.most} of one event`,
    )
  }, env)
}
