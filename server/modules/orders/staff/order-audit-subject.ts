import type { OrderAddress } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { addressLines } from '#server/platform/address-formats/address-lines.ts'
import { flag, lines, money, plain, type AuditField, type AuditSubject } from '#server/modules/audit/index.ts'
import { correctOrder, readCorrectableFields } from '../editing/correct-order.writes.ts'
import { lockOrder } from '../order/order.queries.ts'
import { writeTags } from './order-tags.writes.ts'

const address = (name: string): AuditField => ({
  name,
  format(value) {
    if (typeof value !== 'object' || value === null) return []
    const stored = value as OrderAddress
    return [...addressLines(stored), stored.taxId ?? ''].filter(Boolean)
  },
})

const cannotUndo = (field: AuditField): AuditField => ({
  ...field,
  undoRefusal:
    'Stock, payments and emails have already followed. Cancel the order or mark it as returned instead',
})

/** Orders in the audit log. Corrections can be undone, status changes cannot. */
export const orderAuditSubject: AuditSubject = {
  subject: 'order',
  noun: 'Order',
  permission: 'orders',
  fields: {
    status: cannotUndo(plain('Status')),
    reason: cannotUndo(plain('Reason')),
    refunded: { ...money('Refunded'), undoRefusal: 'A refund cannot be undone' },
    money_sent: { ...money('Refund sent'), undoRefusal: 'The customer was notified' },
    payment_closed: {
      ...money('Payment closed'),
      undoRefusal: 'The payment provider was already checked',
    },
    items: {
      ...lines<string>('Items', (item) => item),
      undoRefusal: 'Stock and emails have already followed. Edit the items again instead',
    },
    total: { ...money('Total'), undoRefusal: 'It follows from the items' },
    discount: { ...plain('Discount'), undoRefusal: 'Undo the edit in the order instead' },
    delivery: { ...plain('Delivery method'), undoRefusal: 'Undo the edit in the order instead' },
    paid: { ...money('Paid'), undoRefusal: 'Refund the order instead' },
    shipped: cannotUndo(plain('Shipped')),
    ready: cannotUndo(flag('Ready for pick-up')),
    delivered: cannotUndo(plain('Delivered package')),
    labelCancelled: cannotUndo(plain('Shipping label cancelled')),
    withdrawn: cannotUndo(plain('Withdrawn items cancelled')),
    released: { ...plain('Released from hold'), undoRefusal: 'The order may have shipped already' },
    return: cannotUndo(plain('Return')),
    restock: cannotUndo(flag('Restocked')),
    note: { ...plain('Note'), undoRefusal: 'Notes stay in the timeline' },
    message: { ...plain('Message to the customer'), undoRefusal: 'The customer has received it' },
    emailed: { ...plain('Email queued again'), undoRefusal: 'An email can’t be undone' },
    shippingAddress: address('Delivery address'),
    billingAddress: address('Billing address'),
    phone: plain('Phone'),
    carrier: plain('Carrier'),
    tracking: plain('Tracking number'),
    trackingUrl: plain('Tracking link'),
    expectedOn: plain('Expected on'),
    tags: lines<string>('Tags', (tag) => tag),
  },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('shop_order')
      .select(['id', 'serial'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, serial }) => [id, serial]))
  },
  undo: {
    async read(tx, shopId, id) {
      const order = await lockOrder(tx, shopId, id)
      return { ...(await readCorrectableFields(tx, order)), tags: order.tags }
    },
    async update(tx, write, id, { tags, ...fields }) {
      if (tags) await writeTags(tx, write, await lockOrder(tx, write.shopId, id), tags as string[])
      if (Object.keys(fields).length === 0) return
      if ('shippingAddress' in fields || 'billingAddress' in fields)
        await requireSameTotal(tx, write.shopId, id)
      await correctOrder(tx, write, id, fields)
    },
  },
}

/** Undo brings no other total. AppError 409 if the total has followed an address. */
async function requireSameTotal(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  const moved = await tx
    .selectFrom('order_event')
    .select('id')
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('kind', '=', 'requoted')
    .limit(1)
    .executeTakeFirst()
  if (!moved) return
  const message = 'The total has followed the address. Edit the address again instead'
  throw new AppError(409, 'total_followed', message)
}
