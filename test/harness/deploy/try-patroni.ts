import { chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findProgram } from './packages.ts'
import { replaced } from './replaced.ts'
import { startService, userOf, type Service } from './service.ts'
import { accepts } from './start-proxy.ts'

const MAX_START_MS = 90_000

/** A cluster of `deploy/patroni.yml` with two nodes, three members of etcd, and `deploy/haproxy-postgres.cfg` before it. */
export async function tryPatroni(): Promise<string[]> {
  const [patroni, etcd, haproxy] = [
    findProgram('patroni'),
    findProgram('etcd', 'etcd-server'),
    findProgram('haproxy'),
  ]
  const postgres = globSync('/usr/lib/postgresql/*/bin/postgres').at(-1)
  if (postgres === undefined) console.log('Skipped: postgres (Debian package postgresql) is not installed')
  if (!patroni || !etcd || !haproxy || !postgres) return []
  // The nodes keep their ports, on loopback addresses that no other run has.
  const network = `127.${1 + Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.`
  const folder = await mkdtemp(join(tmpdir(), 'haat-patroni-'))
  const services: Service[] = []
  try {
    services.push(...(await startEtcd(etcd, network, folder)))
    for (const node of [1, 2])
      services.push(await startNode(patroni, { node, network, folder, binaries: join(postgres, '..') }))
    await until(`${network}22`, '/sync')
    services.push(await startDatabaseProxy(haproxy, network, folder))
    return await checkCluster(network)
  } catch (error) {
    return [`patroni: ${String(error)}`, ...services.map((service) => service.printed().slice(-1500))]
  } finally {
    for (const service of services.toReversed()) await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startEtcd(program: string, network: string, folder: string): Promise<Service[]> {
  const members = [41, 42, 43].map((last) => ({ name: `e${last}`, address: network + last }))
  const cluster = members.map(({ name, address }) => `${name}=http://${address}:2380`).join(',')
  return Promise.all(
    members.map(({ name, address }) => {
      const [client, peer] = [`http://${address}:2379`, `http://${address}:2380`]
      const options = {
        name,
        'data-dir': join(folder, name),
        'log-level': 'error',
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': cluster,
      }
      const command = [program, ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]
      const isHealthy = async () => (await statusOf(`${client}/health`)) === 200
      return startService(command, isHealthy, { maxStartMs: MAX_START_MS })
    }),
  )
}

interface Node {
  node: number
  network: string
  folder: string
  binaries: string
}

async function startNode(program: string, { node, network, folder, binaries }: Node): Promise<Service> {
  const own = join(folder, `db${node}`)
  mkdirSync(own, { mode: 0o700 })
  const text = replaced('deploy/patroni.yml', [
    ['10.0.0.0/24', '127.0.0.0/8'],
    ['10.0.0.21:', `10.0.0.2${node}:`],
    ['10.0.0.', network],
    ['name: db1', `name: db${node}`],
    ['/usr/lib/postgresql/18/bin', binaries],
    ['/var/lib/postgresql/18/haat', join(own, 'data')],
    // Both nodes would otherwise share the folder of their sockets.
    ['  pgpass:', `  parameters: { unix_socket_directories: ${own} }\n  pgpass:`],
    ['/run/postgresql/patroni.pgpass', join(own, 'pgpass')],
  ])
  const file = join(own, 'patroni.yml')
  writeFileSync(file, text)
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? userOf('postgres') : undefined
  if (owner) for (const path of [folder, own, file]) chownSync(path, owner.uid, owner.gid)
  const address = `${network}2${node}`
  const isReady = async () => (await statusOf(`http://${address}:8008/health`)) === 200
  return startService([program, file], isReady, { cwd: own, maxStartMs: MAX_START_MS, ...owner })
}

async function startDatabaseProxy(program: string, network: string, folder: string): Promise<Service> {
  const file = join(folder, 'haproxy-postgres.cfg')
  writeFileSync(
    file,
    replaced('deploy/haproxy-postgres.cfg', [
      ['10.0.0.', network],
      ['bind 127.0.0.1:', `bind ${network}1:`],
      ['  log /dev/log local0\n', ''],
      ['  user haproxy\n  group haproxy\n', ''],
      ['/run/haproxy/postgres.sock', join(folder, 'haproxy.sock')],
    ]),
  )
  return startService([program, '-db', '-f', file], () => accepts(5000, `${network}1`))
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status
}

async function until(address: string, path: string): Promise<void> {
  const giveUpAt = performance.now() + MAX_START_MS
  while ((await statusOf(`http://${address}:8008${path}`)) !== 200) {
    if (performance.now() > giveUpAt) throw new Error(`${address} does not answer 200 to ${path}.`)
    await wait(200)
  }
}

/** Writes through the port of the leader, and reads it through the port of the replicas. */
async function checkCluster(network: string): Promise<string[]> {
  const at = (port: number) => `postgres://postgres:change-me-1@${network}1:${port}/postgres`
  const ask = async (port: number, statement: string): Promise<string | undefined> => {
    const client = new pg.Client({ connectionString: at(port), connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ answer: string }>(statement)
      return rows[0]?.answer
    } finally {
      await client.end()
    }
  }
  // HAProxy takes every node for up until its first checks have failed, and gives each node a connection in turn.
  const giveUpAt = performance.now() + MAX_START_MS
  const settled = async (port: number, isReplica: string) => {
    for (let right = 0; right < 6 && performance.now() < giveUpAt;) {
      const answer = await ask(port, 'select pg_is_in_recovery()::text as answer').catch(() => undefined)
      right = answer === isReplica ? right + 1 : 0
      if (right === 0) await wait(100)
    }
    return ask(port, 'select pg_is_in_recovery()::text as answer')
  }
  const roles = [await settled(5000, 'false'), await settled(5001, 'true')]
  await ask(5000, 'create table written (text text)')
  await ask(5000, `insert into written values ('before')`)
  const standby = await ask(5000, 'select sync_state as answer from pg_stat_replication')
  const read = await ask(5001, 'select text as answer from written')
  console.log(
    `patroni: port 5000 is the leader, 5001 a replica (${standby}) that has read what was written: ${read}`,
  )
  return [
    ...(roles.join() === 'false,true' ? [] : [`patroni: in recovery are ${roles.join()}, not false,true`]),
    ...(standby === 'sync' ? [] : [`patroni: the replica is ${standby}, not sync`]),
    ...(read === 'before' ? [] : [`patroni: the replica has read ${read}`]),
  ]
}
