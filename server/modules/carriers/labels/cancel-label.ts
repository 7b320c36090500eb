import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { findEmailShop, lockOrder, noteCancelledLabel } from '#server/modules/orders/index.ts'
import { asAppError, CarrierRefusal } from '#server/platform/carriers/carrier.ts'
import type { CarrierDeps } from '../accounts/connected.ts'
import { requireShopCarrier } from './carriers-of-shop.ts'
import { canCancel, findLabel, labelNotFound, type LabelRow } from './label.queries.ts'
import { endLabel, noteProblem } from './label.writes.ts'

/**
 * Gives a label back to its carrier, then takes its tracking from the shipment. A repeated call finds it cancelled and changes
 * nothing. AppError 404, 409 if the package is on its way or the carrier refuses, 503 if it gives no answer.
 */
export async function cancelLabel(
  db: Database,
  deps: CarrierDeps,
  write: WriteContext,
  key: { orderId: number; id: number },
): Promise<void> {
  const { shopId } = write
  const label = await findLabel(db, shopId, key.id)
  if (!label || label.orderId !== key.orderId) throw labelNotFound()
  if (label.state === 'cancelled') return
  if (!canCancel(label)) throw notCancellable(label)
  try {
    await giveBack(db, deps, label)
  } catch (error) {
    throw asAppError(error)
  }
  await storeCancelled(db, write, label)
}

const CANCEL_REFUSED = 'The carrier refuses to cancel this unused label.'

/** Gives a label back that has no shipment. What fails is tried again by the job, and staff see that it was refused. */
export async function giveBackUnused(db: Database, deps: CarrierDeps, label: LabelRow): Promise<void> {
  try {
    await giveBack(db, deps, label)
  } catch (error) {
    if (error instanceof CarrierRefusal) await noteProblem(db, label, `${CANCEL_REFUSED} ${error.message}`)
    throw error
  }
  const { shopId, actorId: id, actorName: name } = label
  await storeCancelled(db, { shopId, actor: { id, name } }, label)
}

async function giveBack(db: Database, deps: CarrierDeps, label: LabelRow): Promise<void> {
  const shop = await findEmailShop(db, label.shopId)
  const { carrier } = await requireShopCarrier(db, shop, deps, label.carrier)
  await carrier.cancel(label)
}

async function storeCancelled(
  db: Database,
  write: WriteContext,
  { shopId, id, orderId }: LabelRow,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrder(tx, shopId, orderId)
    const label = await findLabel(tx, shopId, id, { lock: true })
    if (label?.state !== 'bought') return
    const { shipmentId, service, tracking } = label
    const text = [service, tracking].filter(Boolean).join(' ') || 'Own label'
    const problem = label.problem.startsWith(CANCEL_REFUSED) ? '' : label.problem
    await endLabel(tx, label, 'cancelled', problem)
    await noteCancelledLabel(tx, write, { orderId, shipmentId, label: text })
  })
}

function notCancellable({ state }: LabelRow): AppError {
  const message =
    state === 'bought'
      ? 'The package is on its way, so its label can’t be given back'
      : 'This label was not bought'
  return new AppError(409, 'not_cancellable', message)
}
