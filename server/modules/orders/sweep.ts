import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import { takeDuePayments, type DuePayment } from '#server/modules/payments/index.ts'
import type { PaymentDeps } from './online-shop.ts'
import { applyState, letGoUnknown } from './payment-result.ts'

/** At once, so that a slow provider does not hold up the rest for long. */
const atMost = 20

/**
 * Asks the providers for payments of every shop from which nothing was heard, and closes those whose time is over before
 * their pieces can be sold again. Where a provider cannot be asked everything stays as it is, for the next time; an order
 * for which that has gone on for a day is let go, and its payment is asked for still. Answers how many were asked for.
 */
export async function askForDue(
  db: Database,
  deps: PaymentDeps,
  log?: Pick<Logger, 'warn'>,
): Promise<number> {
  const due = await takeDuePayments(db, atMost)
  await Promise.all(
    due.map((payment) =>
      askFor(db, deps, payment).catch(async (error: unknown) => {
        log?.warn({ err: error, payment: payment.id }, 'a payment could not be asked for')
        if (payment.isLongOver) await letGoUnknown(db, deps.keyedHash, payment)
      }),
    ),
  )
  return due.length
}

async function askFor(db: Database, { online, keyedHash }: PaymentDeps, payment: DuePayment): Promise<void> {
  const { reference, isOver } = payment
  const provider = online.find(({ id }) => id === payment.provider)
  if (!provider) throw new Error(`The keys of ${payment.provider} are missing`)
  if (reference === null) {
    // Nobody was ever given a page to pay on.
    if (isOver)
      await applyState(db, keyedHash, payment, {
        state: 'lost',
        amount: undefined,
        currency: '',
        charge: undefined,
      })
    return
  }
  const state = await (isOver ? provider.close(reference) : provider.look(reference))
  await applyState(db, keyedHash, payment, state)
}
