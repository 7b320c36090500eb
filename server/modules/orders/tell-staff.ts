import type { Transaction } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { orderPlacedMail, sendMailOnce, type OrderInWords } from '#server/modules/mail/index.ts'
import { listReceivers } from '#server/modules/settings/index.ts'
import type { OrderRow } from './order.queries.ts'

/** Writes to those of the staff who want to know of new orders, once of each. */
export async function tellStaff(
  tx: Transaction,
  shop: Pick<ShopContext, 'configId' | 'name' | 'currency'>,
  { id, number, origin }: Pick<OrderRow, 'id' | 'number' | 'origin'>,
  words: OrderInWords,
): Promise<void> {
  const link = `${origin}/dashboard/orders/${number}`
  for (const { id: userId, email: recipient, fullName: name } of await listReceivers(
    tx,
    shop,
    'order_placed',
  )) {
    const content = orderPlacedMail({ shopName: shop.name, name, link, order: words })
    await sendMailOnce(tx, shop.configId, { recipient, reference: `order:${id}:told:${userId}` }, content)
  }
}
