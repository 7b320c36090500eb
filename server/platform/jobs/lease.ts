import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { connect } from '#server/db/connect.ts'

/** Says whether this host runs the background jobs. At any moment at most one host of a database does. */
export interface Lease {
  /** By the clock of this process, so it is right after a pause, too, and without the database. */
  isHeld(): boolean
  /** Resolves when the lease is held; rejects when the signal aborts. */
  whenHeld(signal: AbortSignal): Promise<void>
  /** Aborts when the lease ends that is held now. */
  term(): AbortSignal
  /** Gives the lease to the next host that asks, and asks no more. */
  release(): Promise<void>
}

/** Another host takes over so long after the last renewal, and at most `LOOK_MS` later. */
const LEASE_MS = 8000
const RENEW_MS = 2000
const LOOK_MS = 1000

interface LeaseOptions {
  databaseUrl: string
  log: Logger
  /** A UUID of this host. A process that replaces another one of the host goes on with its lease. */
  holder: string
  /** The name of the host, for people. */
  host: string
  /** No other host can use the database, so the first claim takes the lease from a process that was killed. */
  isOnlyHost?: boolean
}

/** Asks for the lease until it is released. The database must answer within the lease, or the lease ends. */
export function createLease({ databaseUrl, log, holder, host, isOnlyHost = false }: LeaseOptions): Lease {
  // A connection of its own: requests that wait for theirs must not end the lease.
  const db = connect(databaseUrl, { max: 1 })
  const stopping = new AbortController()
  let held: { until: number; ended: AbortController; timer: NodeJS.Timeout } | undefined
  let won = Promise.withResolvers<void>()

  const end = () => {
    if (!held) return
    clearTimeout(held.timer)
    held.ended.abort()
    held = undefined
    won = Promise.withResolvers()
    if (!stopping.signal.aborted)
      log.warn('this host has lost the lease: another one runs the background jobs')
  }
  const isHeld = () => {
    if (held && performance.now() >= held.until) end()
    return held !== undefined
  }
  /** `until` is in the past if the answer took too long. */
  const extend = (until: number) => {
    const timer = setTimeout(isHeld, Math.max(0, until - performance.now()) + 1).unref()
    if (held) {
      clearTimeout(held.timer)
      Object.assign(held, { until, timer })
      return
    }
    const ended = new AbortController()
    held = { until, ended, timer }
    if (!isHeld()) return
    log.info('this host runs the background jobs')
    won.resolve()
  }

  let takesOver = isOnlyHost
  /** While another host holds the lease, this reads one row and locks nothing. */
  const claim = async () => {
    const { rows } = await sql`
      insert into job_lease as l (name, holder, host, expires_at)
      select 'jobs', ${holder}, ${host}, now() + ${LEASE_MS} * interval '1 millisecond'
      where ${takesOver} or not exists (
        select from job_lease where name = 'jobs' and holder <> ${holder} and expires_at > now())
      on conflict (name) do update set holder = excluded.holder, host = excluded.host, expires_at = excluded.expires_at
        where ${takesOver} or l.holder = excluded.holder or l.expires_at <= now()
      returning name`.execute(db)
    takesOver = false
    return rows.length > 0
  }
  const ask = async () => {
    while (!stopping.signal.aborted) {
      // The lease counts here from before the statement and in the database from its start, so it ends here first.
      const askedAt = performance.now()
      const answer = await claim().catch((err: unknown) => log.debug({ err }, 'lease not renewed'))
      if (answer === true) extend(askedAt + LEASE_MS)
      if (answer === false) end()
      await wait(isHeld() ? RENEW_MS : LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const asking = ask()

  return {
    isHeld,
    async whenHeld(signal) {
      const { promise, reject } = Promise.withResolvers<never>()
      const refuse = () => reject(signal.reason as Error)
      signal.addEventListener('abort', refuse)
      try {
        signal.throwIfAborted()
        while (!isHeld()) await Promise.race([won.promise, promise])
      } finally {
        signal.removeEventListener('abort', refuse)
      }
    },
    term() {
      return held?.ended.signal ?? AbortSignal.abort()
    },
    async release() {
      stopping.abort()
      await asking
      end()
      await sql`delete from job_lease where name = 'jobs' and holder = ${holder}`.execute(db).catch(() => {})
      await db.destroy()
    },
  }
}

/** The signal, which runs `check` whenever it is read. After a pause of the process, a loop may read it before any timer runs. */
export function exactly(signal: AbortSignal, check: () => unknown): AbortSignal {
  return Object.defineProperty(signal, 'aborted', {
    configurable: true,
    get() {
      check()
      return isAborted?.call(signal) as boolean
    },
  })
}

// oxlint-disable-next-line typescript/unbound-method -- called with the signal
const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get

/** The lease of a host that has the database for itself, such as a test. */
export const ownLease: Lease = {
  isHeld: () => true,
  whenHeld: async (signal) => signal.throwIfAborted(),
  term: () => new AbortController().signal,
  release: async () => {},
}
