import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { shareRuns } from '#server/platform/concurrency.ts'
import { connect, hangUp, hangUpAll, openClient, type Database } from '../connect.ts'

/** A copy of the database that follows the primary and answers reads. */
export interface Replica {
  db: Database
  /** Its host and port, for people. */
  name: string
  /** Reads that it was chosen for, and those of them that the primary had to repeat. */
  counts: { reads: number; failures: number }
  isAnswering(): boolean
  /** Whether it is known to have replayed the log of the primary to this position. */
  has(position: number): boolean
  /** Asks how far it is. It never rejects: a replica without an answer is left out until it answers again. */
  check(): Promise<void>
  /** The primary is another server now. Until this one replays more, it may have a past that the new primary does not share. */
  doubt(): void
  close(): Promise<void>
}

const CHECK_INTERVAL_MS = 300
/** With the interval, a replica that hangs is left out within a second: its reads then have time left for the primary. */
const CHECK_TIMEOUT_MS = 700

/**
 * Connects to a replica and asks it three times a second how far it is, on a connection of its own. If it does not answer,
 * all its connections are closed, so that reads that wait for it fail at once. A server that is no replica is left out.
 */
export function watchReplica(url: string, { log, ...options }: WatchOptions): Replica {
  const db = connect(url, options)
  const { host, port } = new pg.Client({ connectionString: url })
  const name = `${host}:${port}`
  const closing = new AbortController()
  let client: pg.Client | undefined
  let position: number | undefined
  let doubtedPosition = -1

  const readPosition = async () => {
    client ??= await openClient(url, { name: 'haat replica check', timeoutMs: CHECK_TIMEOUT_MS })
    const { rows } = await client.query<{ position: number | null }>(
      `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end::float8 as position`,
    )
    return rows[0]?.position ?? undefined
  }

  const check = shareRuns(async () => {
    const before = position
    let reason: unknown = 'it is no replica'
    position = await readPosition().catch((error: unknown) => {
      reason = error
      return undefined
    })
    if (closing.signal.aborted) return
    if (position === undefined) {
      if (client) hangUp(client)
      client = undefined
      hangUpAll(db)
      if (before !== undefined) log.warn({ replica: name, err: reason }, 'a replica is left out')
    } else if (before === undefined) log.info({ replica: name }, 'a replica answers reads')
  })

  const watch = async () => {
    while (!closing.signal.aborted) {
      await check()
      await wait(CHECK_INTERVAL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  void watch()

  return {
    db,
    name,
    counts: { reads: 0, failures: 0 },
    isAnswering: () => position !== undefined,
    has: (wanted) => position !== undefined && position >= wanted && position > doubtedPosition,
    check,
    doubt: () => void (doubtedPosition = position ?? doubtedPosition),
    async close() {
      closing.abort()
      if (client) hangUp(client)
      await db.destroy()
    },
  }
}

interface WatchOptions {
  /** The most connections for reads. */
  max: number
  /** The address is that of a pooler. */
  pooled: boolean
  log: Logger
}
