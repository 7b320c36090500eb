import { chownSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { replaced } from '../deploy/replaced.ts'
import { startService, userOf } from '../deploy/service.ts'
import { testHost, type TestHost } from './test-hosts.ts'

/** The three nodes of `deploy/patroni.yml`, each with a member of etcd. */
export const databaseHosts = {
  db1: ['10.0.0.21', '10.0.0.41'],
  db2: ['10.0.0.22', '10.0.0.42'],
  db3: ['10.0.0.23', '10.0.0.43'],
} as const

type NodeName = keyof typeof databaseHosts
const names = Object.keys(databaseHosts) as NodeName[]
const numberOf = (name: string) => Number(name.slice(-1))

const START_MS = 90_000
const etcdAddress = (name: string) => `10.0.0.4${numberOf(name)}`
const apiAddress = (name: string) => `http://10.0.0.2${numberOf(name)}:8008`

/** What can happen to the leader. */
export const faults = ['killed', 'frozen', 'cut off'] as const
export type Fault = (typeof faults)[number]

export interface PostgresCluster {
  /** Lets the fault happen to the host of the leader. Returns how it ends, which is a host that joins again. */
  breakLeader(fault: Fault): Promise<() => Promise<void>>
  /** Waits until there is one leader, and two replicas follow it, one of them synchronously. */
  untilHealthy(): Promise<void>
}

/** Starts etcd, Patroni and PostgreSQL on each node. Their data is in `folder`. */
export async function startPostgresCluster(run: string, folder: string): Promise<PostgresCluster> {
  const hosts = new Map(names.map((name) => [name, testHost(run, name)]))
  const hostOf = (name: NodeName) => hosts.get(name) as TestHost
  await Promise.all(names.map((name) => startEtcd(hostOf(name), folder)))
  await Promise.all(names.map((name) => startPatroni(hostOf(name), folder)))

  const untilHealthy = async () => {
    await until('a leader with two replicas', START_MS, async () => {
      const members = await readMembers()
      const streaming = members.filter(({ state }) => state === 'streaming' || state === 'running')
      return (
        members.length === names.length &&
        streaming.length === names.length &&
        members.some(({ role }) => role === 'leader') &&
        members.some(({ role }) => role === 'sync_standby') &&
        new Set(members.map(({ timeline }) => timeline)).size === 1
      )
    })
  }
  await untilHealthy()

  return {
    untilHealthy,
    async breakLeader(fault) {
      const leader = (await readMembers()).find(({ role }) => role === 'leader')?.name as NodeName
      const host = hostOf(leader)
      if (fault === 'killed') {
        host.signal('SIGKILL')
        return async () => {
          await startEtcd(host, folder)
          await startPatroni(host, folder)
        }
      }
      if (fault === 'frozen') {
        host.signal('SIGSTOP')
        return async () => host.signal('SIGCONT')
      }
      host.setLink('down')
      return async () => host.setLink('up')
    },
  }
}

async function startEtcd(host: TestHost, folder: string): Promise<void> {
  const [client, peer] = [`http://${etcdAddress(host.name)}:2379`, `http://${etcdAddress(host.name)}:2380`]
  const options = {
    name: host.name,
    'data-dir': join(folder, `${host.name}-etcd`),
    'log-level': 'error',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': names.map((name) => `${name}=http://${etcdAddress(name)}:2380`).join(','),
  }
  const program = ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)]
  await startService(host.command(program), async () => (await statusOf(`${client}/health`)) === 200, {
    maxStartMs: START_MS,
  })
}

async function startPatroni(host: TestHost, folder: string): Promise<void> {
  const own = join(folder, host.name)
  const file = join(own, 'patroni.yml')
  if (!existsSync(own)) {
    mkdirSync(own, { mode: 0o700 })
    const binaries = join(globSync('/usr/lib/postgresql/*/bin/postgres').at(-1) ?? '', '..')
    const text = replaced('deploy/patroni.yml', [
      ['10.0.0.21:', `10.0.0.2${numberOf(host.name)}:`],
      ['name: db1', `name: ${host.name}`],
      ['/usr/lib/postgresql/18/bin', binaries],
      ['/var/lib/postgresql/18/haat', join(own, 'data')],
      ['  pgpass:', `  parameters: { unix_socket_directories: ${own} }\n  pgpass:`],
      ['/run/postgresql/patroni.pgpass', join(own, 'pgpass')],
    ])
    writeFileSync(file, text)
    const { uid, gid } = userOf('postgres')
    for (const path of [own, file]) chownSync(path, uid, gid)
  }
  const isReady = async () => (await statusOf(`${apiAddress(host.name)}/liveness`)) === 200
  await startService(host.command(['patroni', file], 'postgres'), isReady, { cwd: own, maxStartMs: START_MS })
}

interface Member {
  name: string
  role: string
  state: string
  timeline: number
}

/** The members as any node that answers sees them; none if no node answers. */
async function readMembers(): Promise<Member[]> {
  const asked = names.map(async (name) => {
    const answer = await fetch(`${apiAddress(name)}/cluster`, { signal: AbortSignal.timeout(1500) })
    const { members } = (await answer.json()) as { members: Member[] }
    // A node that has lost etcd answers with what it last knew.
    if (members.length < names.length) throw new Error('It does not see all nodes')
    return members
  })
  return Promise.any(asked).catch(() => [])
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status
}

async function until(what: string, maxMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + maxMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`There is not ${what} after ${maxMs / 1000} s.`)
    await wait(200)
  }
}
