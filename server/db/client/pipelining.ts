import { setImmediate as afterCurrentEvents } from 'node:timers/promises'
import {
  SingleConnectionProvider,
  type ConnectionProvider,
  type DatabaseConnection,
  type Kysely,
} from 'kysely'
import pg from 'pg'
import type { DB } from '../schema.ts'
import type { Send } from './send-statements.ts'

/** PostgreSQL refuses every statement of a transaction after one has failed. */
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Makes a transaction take fewer round trips: `begin` travels with the first statement, and statements that start before
 * an earlier one is answered travel together, in the order in which they start. The first failure decides: all later
 * statements and the commit fail with its error.
 */
export function pipelineTransactions(send: Send): Send {
  let isBeginDue = false
  let failure: Error | undefined
  return async (text, values) => {
    if (text === 'begin') {
      isBeginDue = true
      failure = undefined
      return emptyResult('BEGIN')
    }
    const isEnd = text === 'commit' || text === 'rollback'
    const begins = isBeginDue
    isBeginDue = false
    if (begins && isEnd) return emptyResult(text.toUpperCase())
    try {
      const result = await send(text, values, begins)
      if (text === 'commit' && result.command === 'ROLLBACK') {
        // The failed statement may have been answered in the same packet, so its error may not be noted yet.
        await afterCurrentEvents()
        throw failure ?? new Error('The transaction was rolled back instead of committed.')
      }
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION && failure) {
        // The caller that waits for the failed statement gets its error first, and may explain it.
        await afterCurrentEvents()
        throw failure
      }
      failure ??= error as Error
      throw isEnd ? failure : error
    }
  }
}

const emptyResult = (command: string): pg.QueryResult => ({
  command,
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
})

/** Lets the statements of a transaction start before earlier ones are answered. Kysely itself queues them. */
export function shareTransactionConnections(db: Kysely<DB>): void {
  const executor = db.getExecutor()
  const original = executor.withConnectionProvider.bind(executor)
  const withConnectionProvider = (provider: ConnectionProvider) =>
    original(provider instanceof SingleConnectionProvider ? shareConnection(provider) : provider)
  Object.assign(executor, { withConnectionProvider })
}

function shareConnection(provider: SingleConnectionProvider): ConnectionProvider {
  let connection: DatabaseConnection
  void provider.provideConnection(async (given) => void (connection = given))
  const transaction: CurrentTransaction = { end: undefined }
  const executeQuery: DatabaseConnection['executeQuery'] = async (query, options) => {
    if (transaction.end) throw new LateStatementError(transaction.end)
    currentTransactions.set(connection, transaction)
    return connection.executeQuery(query, options)
  }
  return {
    provideConnection: (consumer) => {
      endWithTransaction(connection)
      return consumer({ executeQuery, streamQuery: (...given) => connection.streamQuery(...given) })
    },
  }
}

/** A statement started after the end of its transaction, and was not sent. */
export class LateStatementError extends Error {
  override name = 'LateStatementError'
  /** After a commit the write of the statement is lost. After a rollback it was not wanted. */
  readonly end: 'commit' | 'rollback'

  constructor(end: 'commit' | 'rollback') {
    super(`A statement started after the ${end} of its transaction`)
    this.end = end
  }
}

interface CurrentTransaction {
  end: 'commit' | 'rollback' | undefined
}

/** The transaction that a connection is in. */
const currentTransactions = new WeakMap<DatabaseConnection, CurrentTransaction>()
const watched = new WeakSet<DatabaseConnection>()

/**
 * Notes the end of a transaction when it is sent. Work that another part of it goes on with would otherwise start statements
 * that the connection sends after the rollback, so that they are never undone.
 */
function endWithTransaction(connection: DatabaseConnection): void {
  if (watched.has(connection)) return
  watched.add(connection)
  const execute = connection.executeQuery.bind(connection)
  const executeQuery: typeof execute = (query, options) => {
    const transaction = currentTransactions.get(connection)
    if (transaction && (query.sql === 'commit' || query.sql === 'rollback')) transaction.end = query.sql
    return execute(query, options)
  }
  Object.assign(connection, { executeQuery })
}
