import type { Transaction } from 'kysely'
import type { DB } from '../schema.ts'
import { LateStatementError } from './pipelining.ts'

/**
 * Lets a transaction continue without waiting for a write whose result the caller does not need, so that it takes no round trip
 * of its own. Only the database may refuse such a write: its error then becomes that of the next statement or of the commit.
 * A write that checks something itself, such as `reserve`, or that takes several steps must be awaited: a step after the commit
 * would be lost. It ends in a warning of the process, which fails a test.
 */
export function later(_tx: Transaction<DB>, write: Promise<unknown>): void {
  write.catch((error: unknown) => {
    if (isAfterCommit(error)) process.emitWarning(error)
  })
}

/** Once the commit is answered, Kysely itself refuses the statement. */
const isAfterCommit = (error: unknown): error is Error =>
  error instanceof LateStatementError
    ? error.end === 'commit'
    : error instanceof Error && error.message === 'Transaction is already committed'
