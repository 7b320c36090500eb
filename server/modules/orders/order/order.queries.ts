import { sql, type Selectable } from 'kysely'
import type { OrderAddress, OrderStatus } from '#contract/orders/order.ts'
import type { Image } from '#contract/fields.ts'
import { prepared, type Database, type Transaction } from '#server/db/connect.ts'
import type { OrderEvent, OrderLine, ShopOrder } from '#server/db/schema.ts'
import { AppError } from '#server/http/errors.ts'

/** A stored order. Amounts are minor units of its currency. */
export type OrderRow = Omit<Selectable<ShopOrder>, 'status' | 'shipping_address' | 'billing_address'> & {
  status: OrderStatus
  shipping_address: OrderAddress
  billing_address: OrderAddress
}

export type OrderLineRow = Omit<Selectable<OrderLine>, 'options'> & {
  options: [name: string, value: string][]
  /** The current image of the variant or product. */
  image: Image | null
  /** Of the variant, as it is now. */
  shelf: string | null
  barcode: string | null
}

export type OrderEventRow = Selectable<OrderEvent>

/** Whether `shop_order as o` ships once a change of it is paid, as `dueBeforeShipping` decides. */
export const hasDifferenceDue = sql<boolean>`(o.status = 'confirmed' and o.payment_method <> 'cod' and o.imported_at is null
  and o.total > o.paid - o.excess_refunded + o.authorized)`

/** Whether `shop_order as o` is to be confirmed, as `isToConfirm` decides. The index of such orders has the same condition. */
export const isOrderToConfirm = sql<boolean>`(o.status = 'pending' and o.payment_method = 'cod' and o.deposit = 0)`

export const orderNotFound = () => new AppError(404, 'not_found', 'Order not found')

export async function findOrder(db: Database, shopId: number, number: string): Promise<OrderRow | undefined> {
  const row = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row as OrderRow | undefined
}

/** AppError 404. */
export async function findOrderById(db: Database, shopId: number, id: number): Promise<OrderRow> {
  const row = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(orderNotFound)
  return row as OrderRow
}

/**
 * The order with a number as people type it: letters and digits of its serial, with or without the prefix of the shop, or of
 * its opaque number.
 */
export async function findOrderByTypedNumber(
  db: Database,
  shopId: number,
  typed: string,
): Promise<OrderRow | undefined> {
  const number = typed.match(/.{1,4}/g)?.join('-') ?? ''
  const { rows } = await sql<OrderRow>`
    select o.* from shop_order o
    where o.config_id = ${shopId} and (o.number = ${number} or serial_key(o.serial) in (${typed}, (
      select serial_key((p.value #>> '{}') || ${typed}) from setting p
      where p.config_id = ${shopId} and p.key = 'checkout.order_prefix')))
    order by o.number = ${number} desc, serial_key(o.serial) = ${typed} desc limit 1`.execute(db)
  return rows[0]
}

/** Locks an order until the transaction ends. AppError 404. */
export async function lockOrder(tx: Transaction, shopId: number, id: number): Promise<OrderRow> {
  const row = await tx
    .selectFrom('shop_order')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(orderNotFound)
  return row as OrderRow
}

/** Whether the time to pay or to confirm an order has passed. The clock of the database decides, as it does for polls. */
export async function isPastDeadline(tx: Transaction, shopId: number, id: number): Promise<boolean> {
  const { isPast } = await tx
    .selectFrom('shop_order')
    .select(sql<boolean>`coalesce(reserved_until <= now(), false)`.as('isPast'))
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(orderNotFound)
  return isPast
}

export async function lockOrderByNumber(tx: Transaction, shopId: number, number: string): Promise<OrderRow> {
  const row = await tx
    .selectFrom('shop_order')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(orderNotFound)
  return row as OrderRow
}

export async function listOrderLines(db: Database, shopId: number, orderId: number): Promise<OrderLineRow[]> {
  const { rows } = await prepared(
    'list_order_lines',
    sql<OrderLineRow>`
    select l.*, shown.image, sold.shelf, sold.barcode
    from order_line l
    left join variant sold on sold.config_id = l.config_id and sold.id = l.variant_id
    left join lateral (
      select json_build_object(
        'file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(i.alt, ''), l.name)
      ) as image
      from product p
      join product_image i on i.config_id = p.config_id and i.product_id = p.id
      join image f on f.config_id = i.config_id and f.file = i.file
      where p.config_id = l.config_id and p.id = l.product_id and p.deleted_at is null
      order by f.file is distinct from sold.image, i.position
      limit 1
    ) shown on true
    where l.config_id = ${shopId} and l.order_id = ${orderId}
    order by l.position`,
  ).execute(db)
  return rows
}

/** The timeline, oldest first; without `all` only the events that the customer may see. */
export function listEvents(
  db: Database,
  shopId: number,
  orderId: number,
  { all }: { all: boolean },
): Promise<OrderEventRow[]> {
  return db
    .selectFrom('order_event')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .$if(!all, (query) => query.where('is_public', '=', true))
    .orderBy('id')
    .execute()
}

/** What was refunded of an order so far, in minor units. */
export async function sumCompletedRefunds(db: Database, shopId: number, orderId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('refund')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'done')
    .where('currency', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** A page of a user's orders, newest first, and their total number. */
export async function listOrdersOf(
  db: Database,
  shopId: number,
  userId: number,
  { page, limit }: { page: number; limit: number },
) {
  const counted = db
    .selectFrom('shop_order')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const listed = sql<{
    id: number
    number: string
    serial: string
    status: OrderStatus
    placedAt: Date
    currency: string
    total: number
    quantity: number
    isPartlyShipped: boolean
    isToConfirm: boolean
    productnames: string[]
    images: Image[]
  }>`
    select o.id, o.number, o.serial, o.status, o.placed_at as "placedAt", o.currency, o.total,
      o.status = 'confirmed' and o.first_shipped_at is not null as "isPartlyShipped",
      ${isOrderToConfirm} as "isToConfirm",
      l.quantity, l.productnames, l.images
    from shop_order o
    cross join lateral (
      select coalesce(sum(l.quantity), 0)::int as quantity,
        coalesce(json_agg(l.name order by l.position), '[]') as productnames,
        coalesce(json_agg(json_build_object('file', f.file, 'width', f.width, 'height', f.height, 'alt', l.name)
          order by l.position) filter (where f.file is not null), '[]') as images
      from order_line l
      left join product p on p.config_id = l.config_id and p.id = l.product_id and p.deleted_at is null
      left join product_image i on i.config_id = p.config_id and i.product_id = p.id and i.position = 0
      left join image f on f.config_id = i.config_id and f.file = i.file
      where l.config_id = o.config_id and l.order_id = o.id
    ) l
    where o.config_id = ${shopId} and o.user_id = ${userId}
    order by o.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const [{ count }, { rows }] = await Promise.all([counted, listed])
  return { rows, total: Number(count) }
}
