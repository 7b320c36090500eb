import pg from 'pg'
import { currentBudget, isOutOfTime, OutOfTimeError } from './budget.ts'
import { cancelStatement, hangUp } from './hang-up.ts'
import type { Send } from './send-statements.ts'
import type { ServerState } from './server-state.ts'

/** A connection that is closed and never used again once it has not answered in time. */
export interface LimitedConnection {
  send: Send
  isLost(): boolean
  lose(): void
  /** Asks the server if the connection has been silent for long, or another one has timed out since. */
  isAlive(): Promise<boolean>
}

/** For a connection, and for a statement at the server. */
export const TIMEOUT_MS = 2500
/** The server ends its statements before this, unless the connection is dead. */
const STATEMENT_TIMEOUT_MS = TIMEOUT_MS + 300
const CHECK_TIMEOUT_MS = 1000

/** PostgreSQL: a statement or lock timeout. */
const timeoutCodes = new Set(['57014', '55P03'])

/** Limits a new connection. */
export function limitConnection(
  client: pg.PoolClient,
  sendWithoutLimit: Send,
  state: ServerState,
): LimitedConnection {
  let heardAt = performance.now()
  let isLost = false

  const lose = () => {
    if (isLost) return
    isLost = true
    cancelStatement(client)
    hangUp(client)
  }

  const send: Send = async (...statement) => {
    const budget = currentBudget()
    // Without time for a rollback, closing the connection rolls back.
    if (isOutOfTime(budget)) lose()
    if (isLost) throw new OutOfTimeError()
    const abandon = (since: number) => {
      state.suspect(since)
      state.noteFailure()
      state.noteTimeout(budget)
      lose()
    }
    try {
      const result = await state.wait(STATEMENT_TIMEOUT_MS, () => sendWithoutLimit(...statement), abandon)
      heardAt = state.noteAnswer()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        heardAt = state.noteAnswer()
        if (timeoutCodes.has(error.code ?? '')) state.noteTimeout(budget)
      } else state.noteFailure()
      throw error
    }
  }

  const isAlive = async () => {
    if (state.isDead(heardAt)) return false
    if (!state.needsCheck(heardAt)) return true
    const startedAt = performance.now()
    try {
      await state.wait(CHECK_TIMEOUT_MS, () => sendWithoutLimit('select 1'), lose)
      heardAt = state.noteAnswer()
      return true
    } catch {
      state.noteFailure()
      state.giveUp(startedAt)
      return false
    }
  }

  return { send, isLost: () => isLost, lose, isAlive }
}
