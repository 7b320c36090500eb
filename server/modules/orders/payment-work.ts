import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import { repeat } from '#server/platform/repeat.ts'
import { expireOrders } from './expire.ts'
import type { PaymentDeps } from './online-shop.ts'
import { payBack } from './pay-back.ts'
import { askForDue } from './sweep.ts'

const every = 30_000

/**
 * Asks for payments that nobody has told of, lets go what was not paid in time, and has money paid back, every 30 s. Any
 * number of processes may do so. `stop` waits for what is under way.
 */
export function startPaymentWork(db: Database, deps: PaymentDeps, log: Logger): { stop(): Promise<void> } {
  const chores = [
    ['transfers', () => expireOrders(db, deps.keyedHash)],
    ['payments', () => askForDue(db, deps, log)],
    ['refunds', () => payBack(db, deps)],
  ] as const
  const lookAfterAll = async () => {
    for (const [what, chore] of chores) {
      await chore().catch((error: unknown) => log.warn({ err: error, what }, 'could not be looked after'))
    }
  }
  return repeat(lookAfterAll, {
    first: every,
    every,
    onError: (error) => log.warn({ err: error }, 'payments could not be looked after'),
  })
}
