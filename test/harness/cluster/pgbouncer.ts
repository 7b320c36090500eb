import { chownSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cuttable } from '../app/cuttable-proxy.ts'
import { freePort } from '../app/free-port.ts'
import { replaced, type Replacement } from '../deploy/replaced.ts'
import { startService, userOf, type Service } from '../deploy/service.ts'
import { accepts } from '../deploy/start-proxy.ts'

/** A PgBouncer with `deploy/pgbouncer.ini` before a database. */
export interface PgBouncer {
  /** The database through it. */
  url: string
  /** Ends at once, with all connections. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
  /** What it has printed since its last start. */
  printed(): string
}

const PASSWORD = 'a password'

/** Starts the program. `changes` are made to its file, beside the addresses. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  changes: readonly Replacement[] = [],
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-pgbouncer-'))
  const port = await freePort()
  // PgBouncer refuses to run as root, and another user cannot reach the socket of the server.
  const line = await cuttable()
  const connectionString = line.through(databaseUrl)
  const { host, port: serverPort, user, database } = new pg.Client({ connectionString })
  const file = join(folder, 'pgbouncer.ini')
  const text = replaced('deploy/pgbouncer.ini', [
    ['host=10.0.0.21 port=5432 dbname=haat', `host=${host} port=${serverPort} dbname=${database}`],
    ['listen_addr = 10.0.0.31', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/var/run/postgresql', folder],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'users')],
    ...changes,
  ])
  writeFileSync(file, text)
  writeFileSync(join(folder, 'users'), `"${user}" "${PASSWORD}"\n`)
  const owner = process.getuid?.() === 0 ? userOf('nobody') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const url = new URL('postgres://127.0.0.1/haat')
  Object.assign(url, { port: String(port), username: user, password: PASSWORD })

  const start = () => startService([program, file], () => accepts(port), { cwd: folder, ...owner })
  let running: Service = await start()
  return {
    url: url.href,
    printed: () => running.printed(),
    stop: () => running.stop(),
    start: async () => void (running = await start()),
    async remove() {
      await running.stop()
      await line.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
