import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../deploy/packages.ts'
import { replaced } from '../deploy/replaced.ts'
import { startService, userOf, type Service } from '../deploy/service.ts'
import { accepts } from '../deploy/start-proxy.ts'

/** Where the nodes of `deploy/patroni.yml` run. */
export interface NodePlaces {
  /** Of all data. */
  folder: string
  /** The first three numbers of all addresses, with a dot. The files of `deploy/` have 10.0.0. */
  network: string
  /** The command that runs a program on the host of this name, as this user or as that of the test. */
  command(host: string, program: readonly string[], user?: string): string[]
}

/** The members of etcd; each node of the database has the name of one. */
export const nodeNames = ['db1', 'db2', 'db3'] as const
export type NodeName = (typeof nodeNames)[number]

export const MAX_START_MS = 90_000

const numberOf = (name: NodeName) => name.slice(-1)
const etcdAddress = ({ network }: NodePlaces, name: NodeName) => `http://${network}4${numberOf(name)}`
/** Where Patroni answers. */
export const patroniAddress = ({ network }: NodePlaces, name: NodeName) =>
  `http://${network}2${numberOf(name)}:8008`

/**
 * Whether the installed Patroni must use the API of etcd's version 2. Before 3.0.3 a leader that was frozen takes its lock back
 * through version 3, and the orders of the leader since then are lost: https://github.com/patroni/patroni/pull/2689
 */
const usesOldApi = (program = findProgram('patroni')): boolean => {
  if (program === undefined) return false
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = version.match(/\d+/g)?.map(Number) ?? []
  return major < 3 || (major === 3 && minor === 0 && patch < 3)
}

/** The path of Patroni; undefined, with a printed line, if it or its client for the older API is missing. */
export function findPatroni(): string | undefined {
  const program = findProgram('patroni')
  if (!usesOldApi(program) || existsSync('/usr/lib/python3/dist-packages/etcd')) return program
  console.log('Skipped: Patroni before 3.0.3 needs the Debian package python3-etcd, which is not installed')
  return undefined
}

/** Starts a member of etcd, and waits until it sees the others. */
export async function startEtcd(places: NodePlaces, name: NodeName): Promise<Service> {
  const address = etcdAddress(places, name)
  const [client, peer] = [`${address}:2379`, `${address}:2380`]
  const options = {
    name,
    'data-dir': join(places.folder, `${name}-etcd`),
    'log-level': 'error',
    ...(usesOldApi() && { 'enable-v2': true }),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': nodeNames.map((other) => `${other}=${etcdAddress(places, other)}:2380`).join(','),
  }
  const program = ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]
  const isHealthy = async () => (await statusOf(`${client}/health`)) === 200
  return startService(places.command(name, program), isHealthy, { maxStartMs: MAX_START_MS })
}

/** Starts Patroni with `deploy/patroni.yml`, again on the same data if the node has some. */
export async function startPatroni(places: NodePlaces, name: NodeName): Promise<Service> {
  const { network } = places
  const own = join(places.folder, name)
  const file = join(own, 'patroni.yml')
  if (!existsSync(own)) {
    mkdirSync(own, { mode: 0o700 })
    const binaries = join(globSync('/usr/lib/postgresql/*/bin/postgres').at(-1) ?? '', '..')
    const text = replaced('deploy/patroni.yml', [
      ['10.0.0.0/24', network.startsWith('127.') ? '127.0.0.0/8' : `${network}0/24`],
      ['10.0.0.21:', `10.0.0.2${numberOf(name)}:`],
      ['10.0.0.', network],
      ['name: db1', `name: ${name}`],
      ['/usr/lib/postgresql/18/bin', binaries],
      ['/var/lib/postgresql/18/haat', join(own, 'data')],
      // The nodes would otherwise share the folder of their sockets.
      ['  pgpass:', `  parameters: { unix_socket_directories: ${own} }\n  pgpass:`],
      ['/run/postgresql/patroni.pgpass', join(own, 'pgpass')],
      ...(usesOldApi() ? [['etcd3:', 'etcd:'] as const] : []),
    ])
    writeFileSync(file, text)
    // PostgreSQL refuses to run as root.
    if (process.getuid?.() === 0) {
      const { uid, gid } = userOf('postgres')
      for (const path of [own, file]) chownSync(path, uid, gid)
    }
  }
  const user = process.getuid?.() === 0 ? 'postgres' : undefined
  const isAlive = async () => (await statusOf(`${patroniAddress(places, name)}/liveness`)) === 200
  return startService(places.command(name, ['patroni', file], user), isAlive, {
    cwd: own,
    maxStartMs: MAX_START_MS,
  })
}

/** Starts HAProxy with `deploy/haproxy-postgres.cfg` on a host. It listens at `listen`, which the test may not see. */
export async function startDatabaseProxy(
  { folder, network, command }: NodePlaces,
  host: string,
  { listen = '127.0.0.1', isVisible = true } = {},
): Promise<Service> {
  const own = join(folder, `${host}-haproxy`)
  mkdirSync(own, { recursive: true })
  const file = join(own, 'haproxy-postgres.cfg')
  const text = replaced('deploy/haproxy-postgres.cfg', [
    ['10.0.0.', network],
    ['bind 127.0.0.1:', `bind ${listen}:`],
    ['  log /dev/log local0\n', ''],
    ['  user haproxy\n  group haproxy\n', ''],
    ['/run/haproxy/postgres.sock', join(own, 'haproxy.sock')],
  ])
  writeFileSync(file, text)
  const isReady = async () => !isVisible || (await accepts(5000, listen))
  return startService(command(host, ['haproxy', '-db', '-f', file]), isReady)
}

/** The status of an answer; undefined without one. */
export async function statusOf(
  url: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status
}
