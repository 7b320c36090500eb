import type { OrderAddress } from '#contract/orders/order.ts'
import { later, type Database, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { findExpectedDay } from '../shipments/shipment.queries.ts'
import { correctLastShipment, type Shipment } from '../shipments/shipment.writes.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { updateOrder } from '../order/order.writes.ts'
import { requireNoPurchase } from './editable.ts'
import { requireCorrectable } from '../staff/admin-order.rules.ts'

/** The fields of an order that staff can correct: addresses before shipping, tracking afterwards. */
export interface CorrectableFields extends Shipment {
  shippingAddress: OrderAddress
  billingAddress: OrderAddress
  phone: string
}

/** The correctable fields, as the audit log stores them. */
export const readCorrectableFields = async (db: Database, order: OrderRow): Promise<CorrectableFields> => ({
  shippingAddress: order.shipping_address,
  billingAddress: order.billing_address,
  phone: order.phone,
  carrier: order.carrier,
  tracking: order.tracking,
  trackingUrl: order.tracking_url,
  expectedOn: await findExpectedDay(db, order.config_id, order.id),
})

/**
 * Corrects the given fields. AppError 400 if the delivery country would change, 409 `wrong_status` if it is too late, or
 * `label_pending` for an address.
 */
export async function correctOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  changes: Partial<CorrectableFields>,
): Promise<void> {
  const { shopId, actor } = write
  const order = await lockOrder(tx, shopId, orderId)
  const { hasAddress, hasTracking } = requireCorrection(order, changes)
  if (hasAddress) await requireNoPurchase(tx, order)
  const before = await readCorrectableFields(tx, order)
  const after: CorrectableFields = { ...before, ...changes }
  await updateOrder(tx, shopId, orderId, {
    shipping_address: JSON.stringify(after.shippingAddress),
    billing_address: JSON.stringify(after.billingAddress),
    phone: after.phone,
    carrier: after.carrier,
    tracking: after.tracking,
    tracking_url: after.trackingUrl,
  })
  if (hasTracking) await correctLastShipment(tx, shopId, orderId, after)
  if (hasAddress) await addEvent(tx, shopId, orderId, actor, { kind: 'address', isPublic: true })
  if (hasTracking) await addEvent(tx, shopId, orderId, actor, { kind: 'tracking', isPublic: false })
  later(
    tx,
    record(tx, {
      ...write,
      action: 'update',
      subject: 'order',
      subjectId: orderId,
      before: { ...before },
      after: { ...after },
    }),
  )
}

const trackingNames = ['carrier', 'tracking', 'trackingUrl', 'expectedOn'] as const

/** Refuses corrections that come too late, or to another country. AppError as `correctOrder`. */
export function requireCorrection(
  order: OrderRow,
  { shippingAddress, billingAddress, phone, ...tracking }: Partial<CorrectableFields>,
): { hasAddress: boolean; hasTracking: boolean } {
  const hasAddress = shippingAddress !== undefined || billingAddress !== undefined || phone !== undefined
  const hasTracking = trackingNames.some((name) => tracking[name] !== undefined)
  requireCorrectable(order, { address: hasAddress, tracking: hasTracking })
  requireSameCountry(order, shippingAddress)
  return { hasAddress, hasTracking }
}

/** Shipping and tax were calculated for the country, and the price of an order never changes. */
function requireSameCountry({ shipping_address: { country } }: OrderRow, address: OrderAddress | undefined) {
  if (!address || address.country === country) return
  const message =
    'Shipping and tax were calculated for another country. Cancel the order and ask the customer to order again.'
  throw new AppError(400, 'invalid_input', message, [{ path: 'shippingAddress.country', message }])
}
