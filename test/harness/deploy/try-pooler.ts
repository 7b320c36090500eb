import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { connect } from '#server/db/connect.ts'
import { freePort } from '#test/harness/app/free-port.ts'
import { cuttable } from '../app/cuttable-proxy.ts'
import { createDatabase, startTestServer } from '../app/database-server.ts'
import { findProgram } from './packages.ts'
import { replaced } from './replaced.ts'
import { startService, userOf } from './service.ts'
import { accepts } from './start-proxy.ts'

const CLIENTS = 60
/** `default_pool_size` and `reserve_pool_size` together. */
const MAX_SERVER_CONNECTIONS = 25

/** Tries `deploy/pgbouncer.ini` before a real PostgreSQL. Returns the problems. */
export async function tryPooler(): Promise<string[]> {
  const program = findProgram('pgbouncer')
  if (program === undefined) return []
  const server = await startTestServer()
  const folder = await mkdtemp(join(tmpdir(), 'haat-pooler-'))
  const port = await freePort()
  const url = await createDatabase(server.serverUrl, server.template)
  // PgBouncer refuses to run as root, and another user cannot reach the socket of the server.
  const line = await cuttable()
  const { host, port: serverPort, user, database } = new pg.Client({ connectionString: line.through(url) })
  const version = Number(/\d+\.\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0])
  const text = replaced('deploy/pgbouncer.ini', [
    ['host=10.0.0.21 port=5432 dbname=haat', `host=${host} port=${serverPort} dbname=${database}`],
    ['listen_addr = 10.0.0.31', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/var/run/postgresql', folder],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'users')],
  ])
  writeFileSync(join(folder, 'pgbouncer.ini'), text)
  writeFileSync(join(folder, 'users'), `"${user}" "a password"\n`)
  const owner = process.getuid?.() === 0 ? userOf('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const command = [program, join(folder, 'pgbouncer.ini')]
  const pooler = await startService(command, () => accepts(port), { cwd: folder, ...owner })
  const through = new URL('postgres://127.0.0.1/haat')
  Object.assign(through, { port: String(port), username: user, password: 'a password' })
  const db = connect(through.href, { max: CLIENTS, pooled: true })
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
    await pooler.stop()
    await line.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
