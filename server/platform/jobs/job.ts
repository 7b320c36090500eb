import type { Database, Transaction } from '#server/db/connect.ts'

/** Background work that a runner starts again and again, never twice at once in one process. */
export interface Job {
  /** In log lines and metrics, in snake_case: "emails". */
  name: string
  /** From the end of a run to the start of the next. */
  intervalMs: number
  /** From the start of the process to the first run. The default is the interval. */
  firstRunMs?: number
  /** Runs on every host, because it works on the disk of the host. Other jobs run on one host at a time. */
  everyHost?: boolean
  /** Channel of the database (NOTIFY) that starts the next run at once. */
  channel?: string
  /**
   * Does the work that is due. A rejection counts as a failure; the runner tries again later. The signal aborts when the
   * runner stops or another host takes the jobs over; read it before each step.
   */
  run(signal: AbortSignal): Promise<unknown>
  /** Closes what belongs to the job alone, after its last run. */
  close?(): Promise<unknown>
}

/** A run that works on one claimed row after the other until none is due, or until the runner stops. */
export function drain(workOnNext: () => Promise<boolean>): Job['run'] {
  return async (signal) => {
    while (!signal.aborted && (await workOnNext()));
  }
}

/**
 * Claims a due row and works on it in one transaction; undefined if none is due. `claim` selects with `for update skip
 * locked`, so another process takes another row, and a process that dies gives its row back.
 */
export function workOnClaimed<Row, Result>(
  db: Database,
  claim: (tx: Transaction) => Promise<Row | undefined>,
  work: (tx: Transaction, row: Row) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await claim(tx)
    return row === undefined ? undefined : work(tx, row)
  })
}
