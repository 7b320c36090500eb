import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { applyPaymentState, cancelWithUnknownPayment } from './payment-result.ts'
import { repeatCapture } from '../captures/capture-payment.ts'
import { releaseAuthorization } from '../captures/release-authorization.ts'
import type { DuePayment } from './payment.queries.ts'
import { claimDuePayments } from './payment.writes.ts'

/**
 * Polls the providers for due payments of all shops and closes those whose deadline has passed, before their stock is
 * released. If a provider is unreachable, the next poll tries again; after a day the order is cancelled. Returns the count.
 */
export async function pollPayments(
  db: Database,
  deps: PaymentDeps,
  log?: Pick<Logger, 'warn'>,
): Promise<number> {
  const due = await claimDuePayments(db)
  await Promise.all(
    due.map((payment) =>
      pollPayment(db, deps, payment).catch(async (error: unknown) => {
        log?.warn({ err: error, payment: payment.id }, 'payment could not be polled')
        if (payment.isLongOver) await cancelWithUnknownPayment(db, deps.keyedHash, payment)
      }),
    ),
  )
  return due.length
}

async function pollPayment(db: Database, deps: PaymentDeps, payment: DuePayment): Promise<void> {
  const { online, keyedHash } = deps
  const { reference, status, shopId } = payment
  if (status === 'capturing') return repeatCapture(db, deps, payment)
  if (status === 'releasing') return releaseAuthorization(db, deps, payment)
  const isOver = status === 'waiting' && payment.isOver
  if (reference === null) {
    // The payment page was never opened, so nobody can have paid.
    const neverPaid = { state: 'failed' as const, amount: undefined, currency: '', charge: undefined }
    if (isOver) await applyPaymentState(db, keyedHash, payment, neverPaid)
    return
  }
  const providers = await online.ofShop(db, shopId)
  const provider = await providers.ofPayment(payment)
  if (!provider) throw new Error(`The keys of ${payment.provider} are missing or can’t be read`)
  const state = await (isOver ? provider.close(reference) : provider.getPayment(reference))
  await applyPaymentState(db, keyedHash, payment, state)
}
