import type { OrderAddress } from '#contract/order.ts'
import { flag, money, plain, type Field, type Revertible } from '#server/modules/journal/index.ts'
import { stateName } from './delivery.rules.ts'
import { correctableOf, correctOrder } from './admin-order-correct.writes.ts'
import { lockOrder } from './order.queries.ts'

const address = (name: string): Field => ({
  name,
  words(value) {
    if (typeof value !== 'object' || value === null) return []
    const { fullName, line1, line2, city, pincode, state, country } = value as OrderAddress
    return [fullName, line1, line2, `${city} ${pincode}`, stateName(country, state), country].filter(Boolean)
  },
})

const stays =
  'An order goes on from where it is: stock, money and mails have followed. Cancel it, or take it back'
const fixed = (field: Field): Field => ({ ...field, kept: stays })

/** What staff did with orders, as the journal shows it. Corrections can be taken back, moves cannot. */
export const revertibleOrder: Revertible = {
  subject: 'order',
  noun: 'Order',
  permission: 'orders',
  fields: {
    status: fixed(plain('Status')),
    reason: fixed(plain('Why')),
    refunded: { ...money('Paid back'), kept: 'Money that was paid back is paid back' },
    money_sent: { ...money('Money sent'), kept: 'The customer was told' },
    payment_closed: {
      ...money('Nothing is left at the provider of'),
      kept: 'What was found there was found',
    },
    restock: fixed(flag('Pieces for sale again')),
    note: { ...plain('Note'), kept: 'What was noted stays in the timeline' },
    message: { ...plain('Message to the customer'), kept: 'The customer has read it' },
    mailed: { ...plain('Mail sent again'), kept: 'What is sent is sent' },
    shippingAddress: address('Delivery address'),
    billingAddress: address('Billing address'),
    phone: plain('Phone'),
    carrier: plain('Carrier'),
    tracking: plain('Tracking number'),
    trackingUrl: plain('Link to follow it'),
  },
  async listNames(db, configId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('shop_order')
      .select(['id', 'number'])
      .where('config_id', '=', configId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, number }) => [id, number]))
  },
  back: {
    read: async (tx, configId, id) => correctableOf(await lockOrder(tx, configId, id)),
    update: (tx, write, id, fields) => correctOrder(tx, write, id, fields),
  },
}
