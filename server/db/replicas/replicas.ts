import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { shareRuns } from '#server/platform/concurrency.ts'
import { createBudget, poolSize, prepared, withinBudget, type Database } from '../connect.ts'
import type { Config } from '../../config.ts'
import { watchReplica, type Replica } from './replica.ts'

/** Where a read may run. */
export interface ReplicaChoice {
  /** What waits for it fails at once when the replica is left out. */
  db: Database
  /** It has all that was committed before the choice. Else the primary does not answer, and what the replica has may be old. */
  isFresh: boolean
  /** Counts a read that the primary has to repeat. */
  noteFailure(): void
}

/** The read replicas of the database. */
export interface Replicas {
  /** The replica for a read that begins now; undefined if the primary should answer it. */
  choose(): Promise<ReplicaChoice | undefined>
  isAnswering(): boolean
  /** One entry for each replica, for metrics. */
  stats(): { name: string; isAnswering: boolean; reads: number; failures: number }[]
  close(): Promise<void>
}

/** A replica usually follows within milliseconds, so one that is behind is asked again after this time. */
const RETRY_MS = 15
/** A primary that takes longer to say how far it is does not answer. */
const PRIMARY_TIMEOUT_MS = 500

/**
 * Opens the replicas that the settings name; undefined if there are none. Each choice asks the primary how far its log is, and
 * takes a replica that has replayed as much. So a read sees every write that was committed before it began, by anyone. Reads
 * that begin together share the questions.
 */
export function openReplicas(
  primary: Database,
  settings: Pick<Config, 'databaseReplicaUrls' | 'databaseDirectUrl' | 'webConcurrency'>,
  log: Logger,
): Replicas | undefined {
  const { databaseReplicaUrls: urls } = settings
  if (urls.length === 0) return undefined
  const options = {
    max: poolSize(settings.webConcurrency),
    pooled: settings.databaseDirectUrl !== undefined,
    log,
  }
  const replicas = urls.map((url) => watchReplica(url, options))
  let timeline = ''
  let turn = 0

  const readPrimary = shareRuns(() =>
    withinBudget(createBudget('log position', PRIMARY_TIMEOUT_MS), async () => {
      const { rows } = await prepared('log_position', readPosition).execute(primary)
      const [row] = rows
      if (!row) throw new Error('The primary has no position')
      if (timeline !== '' && timeline !== row.timeline) for (const replica of replicas) replica.doubt()
      timeline = row.timeline
      return row.position
    }),
  )

  const choice = (replica: Replica, isFresh: boolean): ReplicaChoice => {
    replica.counts.reads++
    return { db: replica.db, isFresh, noteFailure: () => void replica.counts.failures++ }
  }

  return {
    async choose() {
      const answering = replicas.filter((replica) => replica.isAnswering())
      // In turn, so that all get the same share.
      const next = answering[++turn % answering.length]
      if (!next) return undefined
      const position = await readPrimary().catch(() => undefined)
      if (position === undefined) return choice(next, false)
      for (const candidate of [next, ...answering])
        if (candidate.has(position)) return choice(candidate, true)
      for (const pauseMs of [0, RETRY_MS]) {
        if (pauseMs > 0) await wait(pauseMs)
        await next.check()
        if (next.has(position)) return choice(next, true)
      }
      return undefined
    },
    isAnswering: () => replicas.some((replica) => replica.isAnswering()),
    stats: () =>
      replicas.map((replica) => ({
        name: replica.name,
        isAnswering: replica.isAnswering(),
        ...replica.counts,
      })),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/**
 * The end of the log on disk, which holds every commit that others see, except lazy ones (`commitLazily`). The timeline changes
 * when another server becomes the primary.
 */
const readPosition = sql<{ position: number; timeline: string }>`
  select (position - '0/0'::pg_lsn)::float8 as position, left(pg_walfile_name(position), 8) as timeline
  from pg_current_wal_flush_lsn() position`
