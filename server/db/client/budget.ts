import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The time that one request may wait for the database: for connections, statements and commits together. Other work, such as
 * scaling images, does not use it up.
 */
export interface Budget {
  /** Requests of one kind, such as `POST orders`, must not take all connections. */
  readonly kind: string
  /** The connections that the request holds. */
  connections: number
  leftMs(): number
  /** Waits that overlap count once. */
  startWait(): void
  endWait(): void
}

/** The database did not answer within the time of the request. Whether a commit under way succeeded is unknown. */
export class OutOfTimeError extends Error {
  override name = 'OutOfTimeError'

  constructor() {
    super('The database did not answer in time')
  }
}

export function createBudget(kind: string, totalMs: number): Budget {
  let spentMs = 0
  let waits = 0
  let since = 0
  return {
    kind,
    connections: 0,
    leftMs: () => totalMs - spentMs - (waits > 0 ? performance.now() - since : 0),
    startWait() {
      if (waits++ === 0) since = performance.now()
    },
    endWait() {
      if (--waits === 0) spentMs += performance.now() - since
    },
  }
}

/** Node fires longer timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1
const budgets = new AsyncLocalStorage<Budget>()

/** Runs the work of a request: all that it asks of the database shares the budget. */
export const withinBudget = <T>(budget: Budget, work: () => T): T => budgets.run(budget, work)

/** The budget of the request that this code runs for; undefined in background jobs and commands. */
export const currentBudget = (): Budget | undefined => budgets.getStore()

/** Whether the request has no time left for the database. */
export const isOutOfTime = (budget: Budget | undefined): boolean =>
  budget !== undefined && budget.leftMs() <= 0

/**
 * Rejects with an `OutOfTimeError` if work takes longer; the work continues. `onEnd` runs before the caller goes on. The
 * budget of the request loses the time.
 */
export function withTimeLimit<T>(
  limitMs: number,
  start: () => Promise<T>,
  onEnd: (isLate: boolean) => void,
): Promise<T> {
  const budget = currentBudget()
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isOver = false
  const end = (isLate: boolean, settle: () => void) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    budget?.endWait()
    onEnd(isLate)
    settle()
  }
  const giveUp = () => end(true, () => reject(new OutOfTimeError()))
  budget?.startWait()
  // After the events at hand: if this process was busy for long, the answer may be among them.
  const timer = setTimeout(() => setImmediate(giveUp), limitMs)
  start().then(
    (result) => end(false, () => resolve(result)),
    (error: Error) => end(false, () => reject(error)),
  )
  return promise
}

/** Waits for work that several requests share, within the budget of this one. Throws an `OutOfTimeError`; the work continues. */
export async function waitWithinBudget<T>(work: Promise<T>): Promise<T> {
  const leftMs = currentBudget()?.leftMs()
  if (leftMs === undefined) return work
  return withTimeLimit(
    Math.max(0, Math.min(leftMs, MAX_TIMER_MS)),
    () => work,
    () => {},
  )
}
