import type { Insertable } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import { newOrder } from './coupon.ts'

/** An order line; amounts in minor units. */
export interface SoldLine {
  productId: number
  variantId: number
  quantity: number
  price: number
  coupon?: number
}

/** Inserts a confirmed order of shop 1 with these lines at tax-inclusive prices. Returns its id. */
export async function newSoldOrder(
  db: Database,
  lines: readonly SoldLine[],
  { shipping = 0, ...columns }: Partial<Insertable<DB['shop_order']>> & { shipping?: number } = {},
): Promise<number> {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const coupon = lines.reduce((sum, line) => sum + (line.coupon ?? 0), 0)
  const total = subtotal - coupon + shipping
  const paid = columns.status === 'pending' ? 0 : total
  const orderId = await newOrder(db, { subtotal, coupon_discount: coupon, shipping, total, paid, ...columns })
  const rows = lines.map((line, position) => ({
    config_id: 1,
    order_id: orderId,
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    name: `Line ${position}`,
    options: '[]',
    quantity: line.quantity,
    price: line.price,
    offer: 0,
    tax_rate: 0,
    subtotal: line.price * line.quantity,
    discount: 0,
    coupon_discount: line.coupon ?? 0,
    tax: 0,
    total: line.price * line.quantity - (line.coupon ?? 0),
  }))
  if (rows.length > 0) await db.insertInto('order_line').values(rows).execute()
  return orderId
}

interface NewRefund {
  orderId: number
  /** Minor units by line position, one unit each. */
  lines?: Readonly<Record<number, number>>
  /** Minor units for delivery, or without a line. */
  beyond?: number
  at?: Date | string
  status?: string
  /** Whether the refunded money never counted as paid. */
  currency?: string | null
}

/** Inserts a completed refund of an order of shop 1. */
export async function newRefund(
  db: Database,
  { orderId, lines = {}, beyond = 0, at = new Date(), status = 'done', currency = null }: NewRefund,
): Promise<void> {
  const amounts = Object.entries(lines)
  const amount = amounts.reduce((sum, [, one]) => sum + one, beyond)
  const order = { config_id: 1, order_id: orderId }
  const payment = await db
    .insertInto('payment')
    .values({ ...order, provider: 'cod', status: 'cancelled', amount })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('refund')
    .values({
      ...order,
      payment_id: payment.id,
      amount,
      non_line_amount: beyond,
      status,
      currency,
      actor_name: 'Asha',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (amounts.length === 0) return
  await db
    .insertInto('refund_line')
    .values(
      amounts.map(([position, one]) => ({
        ...order,
        refund_id: id,
        position: Number(position),
        quantity: 1,
        amount: one,
        restocked: 0,
      })),
    )
    .execute()
}
