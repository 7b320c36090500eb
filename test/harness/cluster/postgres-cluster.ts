import { setTimeout as wait } from 'node:timers/promises'
import {
  MAX_START_MS,
  nodeNames,
  patroniAddress,
  startEtcd,
  startPatroni,
  type NodeName,
  type NodePlaces,
} from './database-node.ts'
import { testHost } from './test-hosts.ts'
import type { Service } from '../deploy/service.ts'

/** The three nodes of `deploy/patroni.yml`, each with a member of etcd. */
export const databaseHosts = {
  db1: ['10.0.0.21', '10.0.0.41'],
  db2: ['10.0.0.22', '10.0.0.42'],
  db3: ['10.0.0.23', '10.0.0.43'],
} as const

/** What can happen to the leader. */
export const faults = ['killed', 'frozen', 'cut off'] as const
export type Fault = (typeof faults)[number]

export interface PostgresCluster {
  /** Lets the fault happen to the host of the leader. `mend` ends it, and the host joins again. */
  breakLeader(fault: Fault): Promise<{ brokenAt: number; mend: () => Promise<void> }>
  /** Waits until there is one leader, and two replicas follow it, one of them synchronously. */
  untilHealthy(): Promise<void>
  /** What the nodes have lately written to their logs. */
  log(): string
}

/** Starts etcd, Patroni and PostgreSQL on each host of a run. */
export async function startPostgresCluster(run: string, places: NodePlaces): Promise<PostgresCluster> {
  await Promise.all(nodeNames.map((name) => startEtcd(places, name)))
  const started = new Map<NodeName, Service>()
  const start = async (name: NodeName) => void started.set(name, await startPatroni(places, name))
  await Promise.all(nodeNames.map(start))

  const log = () => nodeNames.map((name) => `${name}:\n${linesOf(started.get(name))}`).join('\n')

  const untilHealthy = async () => {
    const giveUpAt = performance.now() + MAX_START_MS
    for (;;) {
      // All have to agree: a host that was frozen or cut off still has the view of before.
      const views = await readViews(places)
      if (views.every(isHealthy) && new Set(views.map(leaderOf)).size === 1) return
      if (performance.now() > giveUpAt)
        throw new Error(
          `The cluster is not whole after ${MAX_START_MS / 1000} s: ${JSON.stringify(views)}\n${log()}`,
        )
      await wait(200)
    }
  }
  await untilHealthy()

  return {
    untilHealthy,
    log,
    async breakLeader(fault) {
      const [view = []] = await readViews(places)
      const leader = leaderOf(view) as NodeName
      const host = testHost(run, leader)
      const brokenAt = performance.now()
      if (fault === 'killed') host.signal('SIGKILL')
      else if (fault === 'frozen') host.signal('SIGSTOP')
      else host.setLink('down')
      const mend = async () => {
        if (fault === 'frozen') return host.signal('SIGCONT')
        if (fault === 'cut off') return host.setLink('up')
        await startEtcd(places, leader)
        await start(leader)
      }
      return { brokenAt, mend }
    },
  }
}

interface Member {
  name: string
  role: string
  state: string
  timeline: number
}

/** The last lines of Patroni and PostgreSQL, without those that come again and again. */
function linesOf(service: Service | undefined): string {
  const lines = service?.printed().split('\n') ?? []
  const isNews = (line: string) =>
    /^\d{4}-.*(INFO|LOG|WARNING|ERROR|FATAL|PANIC): /.test(line) &&
    !/Exception happened|Traceback|no action|the database system is/.test(line)
  return lines.filter(isNews).slice(-100).join('\n')
}

const leaderOf = (members: readonly Member[]) => members.find(({ role }) => role === 'leader')?.name

function isHealthy(members: readonly Member[]): boolean {
  const follows = members.filter(({ state }) => state === 'streaming' || state === 'running')
  return (
    follows.length === nodeNames.length &&
    members.some(({ role }) => role === 'leader') &&
    members.some(({ role }) => role === 'sync_standby') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  )
}

/** The members as each node sees them; none where one does not answer. */
const readViews = (places: NodePlaces): Promise<Member[][]> =>
  Promise.all(
    nodeNames.map(async (name) => {
      try {
        const url = `${patroniAddress(places, name)}/cluster`
        const answer = await fetch(url, { signal: AbortSignal.timeout(1500) })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        return []
      }
    }),
  )
