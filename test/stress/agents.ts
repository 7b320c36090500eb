// Agents of two platforms race for checkouts and last units while connections of the database are killed under them: each
// checkout has one order or none, and each answer says what is so.

import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { withStressApp } from '#test/harness/app/stress-app.ts'
import { raceAgents } from '#test/harness/ucp/agent-races.ts'
import { allCapabilities, profileWith, startProfileServer } from '#test/harness/ucp/platform.ts'

/** Runs that many races; every so many milliseconds a connection is killed, in the second half. Throws at the first fault. */
export async function run(races = 1000, killEveryMs = 150): Promise<void> {
  const profiles = await startProfileServer()
  const platforms = ['/one.json', '/two.json'].map((path) =>
    profiles.publish(path, profileWith(allCapabilities)),
  )
  const [first = '', second = ''] = platforms
  try {
    await withStressApp(
      async ({ app, databaseUrl }) => {
        const killer = connect(databaseUrl, { max: 1, limits: false })
        // What judges the races must not be killed.
        const url = new URL(databaseUrl)
        url.searchParams.set('application_name', 'judge')
        const db = connect(url.href)
        const shop = { app, db, platforms: [first, second] as const }
        try {
          console.table(await raceAgents(shop, Math.ceil(races / 2)))
          let kills = 0
          const timer = setInterval(() => {
            void sql`
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not like 'LISTEN%'
                and application_name <> 'judge' order by random() limit 1`
              .execute(killer)
              .then(({ rows }) => (kills += rows.length))
          }, killEveryMs)
          try {
            console.table(await raceAgents(shop, Math.floor(races / 2)))
          } finally {
            clearInterval(timer)
          }
          console.log(`${kills} connections were killed`)
        } finally {
          await killer.destroy()
          await db.destroy()
        }
      },
      { WEBHOOKS_ALLOW_PRIVATE: '1' },
    )
  } finally {
    await profiles.stop()
  }
}
