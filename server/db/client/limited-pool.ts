import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { currentBudget, isOutOfTime, OutOfTimeError, type Budget } from './budget.ts'
import { createConnectionGate } from './connection-gate.ts'
import { limitConnection, TIMEOUT_MS, type LimitedConnection } from './limited-connection.ts'
import type { Send } from './send-statements.ts'
import { createServerState, type ServerState } from './server-state.ts'

/** A pool whose waits all end: within the budget of the request, and without one within limits of their own. */
export interface LimitedPool extends PostgresPool, Pick<ServerState, 'isStalled' | 'isAnswering'> {
  /** Puts the limits on the statements of a new connection. */
  limitStatements(client: pg.PoolClient, send: Send): Send
}

/**
 * Limits a pool of `max` connections. A connection that does not answer in time is closed and never used again; others that
 * have been silent since then are checked before their next use.
 */
export function limitPool(pool: pg.Pool, max: number): LimitedPool {
  const gate = createConnectionGate(max)
  const state = createServerState(gate.noteSlow)
  const connections = new WeakMap<pg.PoolClient, LimitedConnection>()

  /** Takes a live connection. The caller has a place at the gate, which a connection that arrives too late gives back. */
  const take = async (budget: Budget | undefined): Promise<pg.PoolClient> => {
    const isIdle = pool.idleCount > 0
    const connecting = pool.connect()
    const releaseLate = () => {
      const released = connecting.then((client) => client.release()).catch(() => {})
      void released.then(() => gate.leave(budget))
    }
    const client = isIdle ? await connecting : await state.wait(TIMEOUT_MS, () => connecting, releaseLate)
    const connection = connections.get(client)
    if (!connection || (await connection.isAlive())) return client
    connection.lose()
    client.release(true)
    return take(budget)
  }

  const connect = async () => {
    const budget = currentBudget()
    if (isOutOfTime(budget)) throw new OutOfTimeError()
    if (!gate.tryEnter(budget)) {
      const place = gate.queue(budget)
      await state.wait(TIMEOUT_MS, () => place.granted, place.cancel)
    }
    let client: pg.PoolClient
    try {
      client = await take(budget)
    } catch (error) {
      state.noteFailure()
      // A connection that is still being made leaves when it is there.
      if (!(error instanceof OutOfTimeError)) gate.leave(budget)
      throw error
    }
    const release = client.release.bind(client)
    client.release = (discard) => {
      release(discard || connections.get(client)?.isLost())
      gate.leave(budget)
    }
    return client
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    limitStatements(client, send) {
      const connection = limitConnection(client, send, state)
      connections.set(client, connection)
      return connection.send
    },
    isStalled: state.isStalled,
    isAnswering: state.isAnswering,
    connect,
  }
}
