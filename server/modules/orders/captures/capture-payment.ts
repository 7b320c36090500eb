import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { ProviderRefusal, type CaptureState } from '#server/platform/payments/payment-provider.ts'
import { findOrder, findOrderById, lockOrder } from '../order/order.queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { openedBy, type PaymentKey } from '../payments/payment.queries.ts'
import type { ShippedLine } from '../shipments/shipment.rules.ts'
import { beginShipmentCapture, type BegunCapture } from './begin-capture.ts'
import { findAuthorization } from './capture.queries.ts'
import { applyCapture } from './capture-result.ts'
import { capturePending } from './capture.rules.ts'

/** A shipment captures what it needs, and once what an earlier attempt has begun. */
const MAX_CAPTURES = 3

/**
 * Takes the money that a shipment needs of an authorised payment, before it ships: of the wanted lines, or of all that is left. Does
 * nothing for other orders. No transaction is open. AppError 409 `capture_failed`, `capture_pending`, and those of `planShipment`.
 */
export async function captureForShipment(
  db: Database,
  deps: PaymentDeps,
  { shopId, number }: { shopId: number; number: string },
  wanted?: readonly ShippedLine[],
): Promise<void> {
  const known = await findOrder(db, shopId, number)
  if (!known || known.authorized === 0) return
  const authorization = await findAuthorization(db, shopId, known.id)
  if (!authorization) return
  const providers = await deps.online.ofShop(db, shopId)
  const captures = (await providers.ofPayment(openedBy(authorization)))?.later?.captures ?? 'once'
  for (let turn = 0; turn < MAX_CAPTURES; turn++) {
    const begun = await db
      .transaction()
      .execute(async (tx) =>
        beginShipmentCapture(tx, await lockOrder(tx, shopId, known.id), captures, wanted),
      )
    if (!begun) return
    await requireCapture(db, deps, begun)
  }
  throw capturePending(known)
}

/** Captures, and requires that the money is taken. AppError 409 `capture_failed` or `capture_pending`. */
export async function requireCapture(db: Database, deps: PaymentDeps, begun: BegunCapture): Promise<void> {
  const { state, reason } = await capture(db, deps, begun).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    throw capturePending(begun.order)
  })
  if (state === 'processing') throw capturePending(begun.order)
  if (state === 'done') return
  const message = `The money of order ${begun.order.serial} could not be taken. ${reason ?? ''}`.trim()
  throw new AppError(409, 'capture_failed', message)
}

/** Asks the provider for a capture and applies its answer. Rejects if the outcome is unknown. */
async function capture(db: Database, deps: PaymentDeps, begun: BegunCapture): Promise<CaptureState> {
  const { order, authorization, capture: row, isRetry } = begun
  const { config_id: shopId, currency } = order
  const providers = await deps.online.ofShop(db, shopId)
  const provider = await providers.ofPayment(openedBy(authorization))
  if (!provider?.later) throw new Error(`The keys of ${authorization.provider} are missing or can’t be read`)
  const request = {
    key: `${order.number}:capture:${row.id}`,
    reference: authorization.reference ?? '',
    authorization: authorization.charge ?? '',
    amount: row.amount,
    currency,
    isLast: row.is_last_capture,
    isRetry,
  }
  const state = await provider.later.capture(request).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    return { state: 'failed' as const, charge: undefined, reason: error.message }
  })
  await applyCapture(db, deps.keyedHash, row, state)
  return state
}

/** Asks the provider again about a capture whose outcome is not known. */
export async function repeatCapture(
  db: Database,
  deps: PaymentDeps,
  { shopId, id, orderId }: PaymentKey,
): Promise<void> {
  const row = await findPayment(db, shopId, id)
  const authorizedBy = row?.authorized_by ?? null
  const authorization = authorizedBy === null ? undefined : await findPayment(db, shopId, authorizedBy)
  // What is given back first cannot be taken afterwards. If the capture came before, the provider knows it.
  if (row?.status !== 'capturing' || !authorization || authorization.status === 'releasing') return
  const order = await findOrderById(db, shopId, orderId)
  await capture(db, deps, { order, authorization, capture: row, isRetry: true })
}

const findPayment = (db: Database, shopId: number, id: number) =>
  db.selectFrom('payment').selectAll().where('config_id', '=', shopId).where('id', '=', id).executeTakeFirst()
