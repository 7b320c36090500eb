import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { OnlinePayments } from '#server/platform/payments/online-payments.ts'
import { ProviderRefusal, type PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import {
  claimDueTestPayments,
  findTestPayment,
  findTestPaymentByReference,
  type TestPaymentRow,
} from './test-payment.queries.ts'
import { markMessage, updateTestPayment } from './test-payment.writes.ts'

/**
 * Asks the provider about a test payment and stores the answer. Real money is refunded once the message has arrived, or is late.
 * Repeated and concurrent calls are safe. Rejects if the provider is unreachable.
 */
export async function askTestPayment(
  db: Database,
  online: OnlinePayments,
  row: TestPaymentRow,
): Promise<TestPaymentRow> {
  const { shopId, id, provider: company, accountId } = row
  const providers = await online.ofShop(db, shopId)
  const provider = await providers.ofPayment({ provider: company, accountId })
  if (!provider) throw new Error(`The keys of ${company} are missing or can’t be read`)
  const asked = row.status === 'waiting' ? await askWhetherPaid(db, provider, row) : row
  if (asked.status === 'paid') await followUp(db, provider, asked)
  return findTestPayment(db, shopId, id)
}

async function askWhetherPaid(
  db: Database,
  provider: PaymentProvider,
  row: TestPaymentRow,
): Promise<TestPaymentRow> {
  const { shopId, id, isPageOver: isOver } = row
  const neverOpened = { state: 'failed' as const, charge: undefined, amount: undefined, currency: '' }
  if (row.reference === null && !isOver) return row
  const state =
    row.reference === null
      ? neverOpened
      : await (isOver ? provider.close(row.reference) : provider.getPayment(row.reference))
  if (state.state === 'failed') {
    await updateTestPayment(db, row, { status: 'failed', next_poll_at: null })
    return { ...row, status: 'failed' }
  }
  if (state.state !== 'paid') return row
  const charge = state.charge ?? null
  const isExpected = state.amount === row.amount && state.currency === row.currency
  const problem = isExpected ? '' : 'The provider reports another amount than the shop has asked for.'
  await updateTestPayment(db, row, { status: 'paid', paid_at: sql<Date>`now()`, charge, problem })
  return findTestPayment(db, shopId, id)
}

/** Refunds real money, and stops asking once nothing is left to do. */
async function followUp(db: Database, provider: PaymentProvider, row: TestPaymentRow): Promise<void> {
  const { mode, charge, currency, refundReference, number, pollAttempts } = row
  if (mode === 'test' || charge === null || row.refundedAt !== null) {
    if (row.webhookAt !== null || row.isMessageLate) await updateTestPayment(db, row, { next_poll_at: null })
    return
  }
  // Only then the provider is asked for a refund without a message.
  if (row.webhookAt === null && !row.isMessageLate) return
  try {
    const state =
      refundReference === null
        ? await provider.refund({
            key: `${number}:refund`,
            charge,
            amount: undefined,
            currency,
            isRetry: pollAttempts > 0,
          })
        : await provider.getRefund(refundReference)
    const reference = state.reference || null
    if (state.state === 'done')
      await updateTestPayment(db, row, {
        refund_reference: reference,
        refunded_at: sql<Date>`now()`,
        next_poll_at: null,
      })
    else if (state.state === 'processing') await updateTestPayment(db, row, { refund_reference: reference })
    else await giveUp(db, row, state.reason ?? '')
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    await giveUp(db, row, error.message)
  }
}

const giveUp = (db: Database, row: TestPaymentRow, reason: string) =>
  updateTestPayment(db, row, {
    problem: `The refund has failed. Refund it in the dashboard of the provider. ${reason}`
      .trim()
      .slice(0, 1000),
    next_poll_at: null,
  })

/** Asks about the test payments of all shops that are due. Returns their number. */
export async function pollTestPayments(
  db: Database,
  online: OnlinePayments,
  log?: Pick<Logger, 'warn'>,
): Promise<number> {
  const due = await claimDueTestPayments(db)
  await Promise.all(
    due.map((row) =>
      askTestPayment(db, online, row).catch((error: unknown) =>
        log?.warn({ err: error, testPayment: row.id }, 'test payment could not be polled'),
      ),
    ),
  )
  return due.length
}

/**
 * A verified message of a provider that is about no order. If it is about a test payment, notes its arrival, asks the provider and
 * returns true.
 */
export async function hearTestPayment(
  db: Database,
  online: OnlinePayments,
  {
    shopId,
    provider,
    reference,
    admit,
  }: { shopId: number; provider: string; reference: string; admit(): Promise<unknown> },
): Promise<boolean> {
  const row = await findTestPaymentByReference(db, shopId, provider, reference)
  if (!row) return false
  await admit()
  await markMessage(db, row)
  // If the provider is unreachable, the page or the job asks again.
  await askTestPayment(db, online, await findTestPayment(db, shopId, row.id)).catch(() => {})
  return true
}
