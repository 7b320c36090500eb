import type { OrderAddress } from '#contract/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { requireCorrectable } from './admin-order.rules.ts'
import type { Parcel } from './move.writes.ts'
import { listOrderLines, lockOrder, type OrderRow } from './order.queries.ts'
import { addEvent, searchWords } from './order.writes.ts'

/** What can be set right about an order: where it goes until it is shipped, how it is found from then on. */
export interface Correctable extends Parcel {
  shippingAddress: OrderAddress
  billingAddress: OrderAddress
  phone: string
}

/** These fields of an order, in the form of the journal. */
export const correctableOf = (order: OrderRow): Correctable => ({
  shippingAddress: order.shipping_address,
  billingAddress: order.billing_address,
  phone: order.phone,
  carrier: order.carrier,
  tracking: order.tracking,
  trackingUrl: order.tracking_url,
})

/** Sets the given fields right. AppError 400 where the country would change, 409 `wrong_status` where it is too late. */
export async function correctOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  changes: Partial<Correctable>,
): Promise<void> {
  const { configId, actor } = write
  const order = await lockOrder(tx, configId, orderId)
  const { shippingAddress, billingAddress, phone, carrier, tracking, trackingUrl } = changes
  const address = shippingAddress !== undefined || billingAddress !== undefined || phone !== undefined
  const parcel = carrier !== undefined || tracking !== undefined || trackingUrl !== undefined
  requireCorrectable(order, { address, parcel })
  requireSameCountry(order, shippingAddress)
  const before = correctableOf(order)
  const after: Correctable = { ...before, ...changes }
  const lines = await listOrderLines(tx, configId, orderId)
  await tx
    .updateTable('shop_order')
    .set({
      shipping_address: JSON.stringify(after.shippingAddress),
      billing_address: JSON.stringify(after.billingAddress),
      phone: after.phone,
      carrier: after.carrier,
      tracking: after.tracking,
      tracking_url: after.trackingUrl,
      words: searchWords({ ...after, number: order.number, email: order.email }, lines),
    })
    .where('config_id', '=', configId)
    .where('id', '=', orderId)
    .execute()
  if (address) await addEvent(tx, configId, orderId, actor, { kind: 'address', isPublic: true })
  if (parcel) await addEvent(tx, configId, orderId, actor, { kind: 'parcel', isPublic: false })
  await record(tx, {
    ...write,
    action: 'update',
    subject: 'order',
    subjectId: orderId,
    before: { ...before },
    after: { ...after },
  })
}

/** What delivery and GST cost follows from the country, and what was ordered has its price. */
function requireSameCountry({ shipping_address: { country } }: OrderRow, wanted: OrderAddress | undefined) {
  if (!wanted || wanted.country === country) return
  const message =
    'Delivery and GST were computed for another country. Cancel the order and let it be placed again.'
  throw new AppError(400, 'invalid_input', message, [{ path: 'shippingAddress.country', message }])
}
