import type { Database } from '#server/db/connect.ts'
import { orderSource } from '#server/modules/checkout-sessions/index.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'

/** An order with everything that the orders file has. */
export interface FiledOrder {
  order: OrderRow & {
    /** The host of the platform through which it came. */
    source: string | null
  }
  lines: Pick<OrderLineRow, 'name' | 'sku' | 'quantity' | 'price' | 'discount' | 'coupon_discount'>[]
}

/** The orders with these numbers, in this order. */
export async function listFiledOrders(
  db: Database,
  shopId: number,
  numbers: readonly string[],
): Promise<FiledOrder[]> {
  if (numbers.length === 0) return []
  const orders = await db
    .selectFrom('shop_order')
    .selectAll()
    .select(orderSource('shop_order').as('source'))
    .where('config_id', '=', shopId)
    .where('number', 'in', numbers)
    .execute()
  const ids = orders.map(({ id }) => id)
  const lines = await db
    .selectFrom('order_line')
    .select(['order_id', 'name', 'sku', 'quantity', 'price', 'discount', 'coupon_discount'])
    .where('config_id', '=', shopId)
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  return numbers.flatMap((number) => {
    const order = byNumber.get(number) as FiledOrder['order'] | undefined
    return order ? [{ order, lines: linesOf.get(order.id) ?? [] }] : []
  })
}
