import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { cuttable } from '../app/cuttable-proxy.ts'
import { read } from '#test/project-files.ts'
import { freePort } from '../app/free-port.ts'

/** A PgBouncer in transaction mode before a database. */
export interface PgBouncer {
  /** The database through it. */
  url: string
  /** Ends at once, with all connections. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 10_000
const program = '/usr/sbin/pgbouncer'
/** PgBouncer refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export const hasPgBouncer = () => spawnSync(program, ['--version']).status === 0

/** How `deploy/pgbouncer.ini` sets the limits of the shop. */
const [, limits = ''] = /connect_query='((?:''|[^'])*)'/.exec(read('deploy/pgbouncer.ini')) ?? []

/** Starts a PgBouncer with few connections, so that transactions of different clients share them. */
export async function startPgBouncer(
  databaseUrl: string,
  { connectQuery = limits } = {},
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  // PgBouncer runs as a user who may not reach the socket of the server.
  const line = await cuttable()
  const connectionString = line.through(databaseUrl)
  const { host, port: serverPort, user, password, database } = new pg.Client({ connectionString })
  const login = `user=${user}${password ? ` password=${password}` : ''}`
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
${database} = host=${host} port=${serverPort} ${login} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  )
  let child: ChildProcess | undefined
  const url = `postgres://any@127.0.0.1:${port}/${database}`

  const start = async () => {
    child = spawn(program, ['--quiet', settings], { ...owner, stdio: 'ignore' })
    const giveUpAt = performance.now() + START_TIMEOUT_MS
    while (!(await answers(url))) {
      if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('PgBouncer did not start')
      await wait(20)
    }
  }
  const kill = async () => {
    const ended = child && child.exitCode === null && child.signalCode === null && once(child, 'exit')
    child?.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    start,
    kill,
    async stop() {
      await kill()
      await line.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
