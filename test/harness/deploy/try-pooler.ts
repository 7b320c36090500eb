import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { createDatabase, startTestServer } from '../app/database-server.ts'
import { startPgBouncer } from '../cluster/pgbouncer.ts'
import { findProgram } from './packages.ts'

const CLIENTS = 60
/** `default_pool_size` and `reserve_pool_size` together. */
const MAX_SERVER_CONNECTIONS = 25

/** Tries `deploy/pgbouncer.ini` before a real PostgreSQL. Returns the problems. */
export async function tryPooler(): Promise<string[]> {
  const program = findProgram('pgbouncer')
  if (program === undefined) return []
  const server = await startTestServer()
  const url = await createDatabase(server.serverUrl, server.template)
  const pooler = await startPgBouncer(program, url)
  const version = /\d+\.\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0]
  const db = connect(pooler.url, { max: CLIENTS, pooled: true })
  try {
    const limits = await sql<{ limits: string }>`
      select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout')) as limits`.execute(db)
    const backends = await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        db.transaction().execute(async (tx) => {
          await sql`select pg_sleep(0.05)`.execute(tx)
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          return rows[0]?.pid
        }),
      ),
    )
    const count = new Set(backends).size
    const got = limits.rows[0]?.limits
    console.log(`pgbouncer ${version}: ${CLIENTS} connections share ${count} of the server; limits ${got}`)
    return [
      ...(got === '2500ms 2s 3500ms' ? [] : [`pgbouncer: the limits of a request are ${got}`]),
      ...(count <= MAX_SERVER_CONNECTIONS ? [] : [`pgbouncer: ${count} connections to the server`]),
    ]
  } catch (error) {
    return [`pgbouncer: ${String(error)}\n${pooler.printed()}`]
  } finally {
    await db.destroy()
    await pooler.remove()
    await server.stop()
  }
}
