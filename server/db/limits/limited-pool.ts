import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { currentBudget, OutOfTimeError, type Budget } from './budget.ts'
import { createConnectionGate } from './connection-gate.ts'
import { cancelStatement, hangUp } from './hang-up.ts'

/** A pool whose waits all end: within the budget of the request, and without one within the limits below. */
export interface LimitedPool extends PostgresPool {
  /** Puts the limits on the statements of a new connection. */
  limitStatements(client: pg.PoolClient): void
  /** Whether a request is waiting for long, or one has run out of time lately. */
  isStalled(): boolean
  /** Whether the server answered last, and did not refuse a connection or keep silent. */
  isAnswering(): boolean
}

/** For a connection, and for a statement at the server. */
export const TIMEOUT_MS = 2500
/** The server ends its statements before this, unless the connection is dead. */
const STATEMENT_TIMEOUT_MS = TIMEOUT_MS + 300
/** A connection that was idle for longer answers a check before it is used. */
const MAX_UNCHECKED_IDLE_MS = 2000
const CHECK_TIMEOUT_MS = 1000
const STALL_MS = 500
const STALLED_AFTER_TIMEOUT_MS = 3000

/** PostgreSQL: a statement or lock timeout. */
const timeoutCodes = new Set(['57014', '55P03'])

interface Connection {
  /** When the server last answered, on the clock of `performance.now()`. */
  heardAt: number
  isLost: boolean
  send: (...statement: unknown[]) => Promise<unknown>
}

const isOutOfTime = (budget: Budget | undefined) => budget !== undefined && budget.leftMs() <= 0

type Abandon = (startedAt: number, budget: Budget | undefined) => void

/**
 * Limits a pool of `max` connections. A connection that does not answer in time is closed and never used again; others that
 * have been silent since then are checked before their next use.
 */
export function limitPool(pool: pg.Pool, max: number): LimitedPool {
  const gate = createConnectionGate(max)
  const connections = new WeakMap<pg.PoolClient, Connection>()
  const waits = new Set<{ since: number }>()
  /** Connections last heard before this are checked, because another one timed out. */
  let suspectBefore = 0
  /** Connections last heard before this are dead, because a check failed. */
  let deadBefore = 0
  let stalledUntil = 0
  let answeredAt = 0
  let failedAt = 0

  const noteTimeout = (budget: Budget | undefined) => {
    gate.noteSlow(budget)
    stalledUntil = performance.now() + STALLED_AFTER_TIMEOUT_MS
  }

  const wait = <T>(maxMs: number, start: () => Promise<T>, abandon: Abandon): Promise<T> => {
    const budget = currentBudget()
    const limitMs = budget ? Math.min(maxMs, budget.leftMs()) : maxMs
    const open = { since: performance.now() }
    if (limitMs <= 0) {
      abandon(open.since, budget)
      return Promise.reject(new OutOfTimeError())
    }
    if (budget) {
      waits.add(open)
      budget.startWait()
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let isOver = false
    const close = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (!budget) return
      waits.delete(open)
      budget.endWait()
    }
    const giveUp = () => {
      if (isOver) return
      close()
      abandon(open.since, budget)
      reject(new OutOfTimeError())
    }
    // After the events at hand: if this process was busy for long, the answer may be among them.
    const timer = setTimeout(() => setImmediate(giveUp), limitMs)
    start().then(
      (result) => {
        close()
        resolve(result)
      },
      (error: Error) => {
        close()
        reject(error)
      },
    )
    return promise
  }

  const noteAnswer = (connection: Connection) => {
    answeredAt = connection.heardAt = performance.now()
  }
  const noteFailure = () => {
    failedAt = performance.now()
  }

  const lose = (client: pg.PoolClient, connection: Connection) => {
    if (connection.isLost) return
    connection.isLost = true
    cancelStatement(client)
    hangUp(client)
  }

  const limitStatements = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as Connection['send']
    const connection: Connection = { heardAt: performance.now(), isLost: false, send }
    connections.set(client, connection)
    const abandon: Abandon = (since, budget) => {
      suspectBefore = Math.max(suspectBefore, since)
      noteFailure()
      noteTimeout(budget)
      lose(client, connection)
    }
    const query = async (...statement: unknown[]) => {
      // Without time for a rollback, closing the connection rolls back.
      if (isOutOfTime(currentBudget())) lose(client, connection)
      if (connection.isLost) throw new OutOfTimeError()
      try {
        const result = await wait(STATEMENT_TIMEOUT_MS, () => send(...statement), abandon)
        noteAnswer(connection)
        return result
      } catch (error) {
        if (error instanceof pg.DatabaseError) {
          noteAnswer(connection)
          if (timeoutCodes.has(error.code ?? '')) noteTimeout(currentBudget())
        } else noteFailure()
        throw error
      }
    }
    Object.assign(client, { query })
  }

  const isAlive = async (client: pg.PoolClient, connection: Connection): Promise<boolean> => {
    const { heardAt } = connection
    if (heardAt < deadBefore) return false
    if (heardAt >= suspectBefore && performance.now() - heardAt < MAX_UNCHECKED_IDLE_MS) return true
    const startedAt = performance.now()
    try {
      await wait(
        CHECK_TIMEOUT_MS,
        () => connection.send('select 1'),
        () => lose(client, connection),
      )
      noteAnswer(connection)
      return true
    } catch {
      noteFailure()
      deadBefore = Math.max(deadBefore, startedAt)
      return false
    }
  }

  /** Takes a live connection. The caller has a place at the gate, which a connection that arrives too late gives back. */
  const take = async (budget: Budget | undefined): Promise<pg.PoolClient> => {
    const isIdle = pool.idleCount > 0
    const connecting = pool.connect()
    const client = isIdle
      ? await connecting
      : await wait(
          TIMEOUT_MS,
          () => connecting,
          () =>
            void connecting
              .then(
                (late) => late.release(),
                () => {},
              )
              .then(() => gate.leave(budget)),
        )
    const connection = connections.get(client)
    if (!connection || (await isAlive(client, connection))) return client
    lose(client, connection)
    client.release(true)
    return take(budget)
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    limitStatements,
    isStalled() {
      const [oldest] = waits
      const now = performance.now()
      return now < stalledUntil || (oldest !== undefined && now - oldest.since > STALL_MS)
    },
    isAnswering: () => answeredAt > failedAt,
    async connect() {
      const budget = currentBudget()
      if (isOutOfTime(budget)) throw new OutOfTimeError()
      if (!gate.tryEnter(budget)) {
        const place = gate.queue(budget)
        await wait(TIMEOUT_MS, () => place.granted, place.cancel)
      }
      let client: pg.PoolClient
      try {
        client = await take(budget)
      } catch (error) {
        noteFailure()
        // A connection that is still being made leaves when it is there.
        if (!(error instanceof OutOfTimeError)) gate.leave(budget)
        throw error
      }
      const release = client.release.bind(client)
      client.release = (discard) => {
        release(discard || connections.get(client)?.isLost)
        gate.leave(budget)
      }
      return client
    },
  }
}
