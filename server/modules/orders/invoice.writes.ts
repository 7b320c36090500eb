import { sql } from 'kysely'
import type { OrderAddress } from '#contract/order.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findSettings, type Settings } from '#server/modules/settings/index.ts'
import { financialYear } from './financial-year.ts'
import { lockOrder, type OrderRow } from './order.queries.ts'

/** Who has issued an invoice, as it was then. */
export interface Seller extends Settings<'invoice'> {
  name: string
  address: string
  email: string
  phone: string
}

/** An invoice as it was issued: the lines and amounts are those of its order, which never change. */
export interface IssuedInvoice {
  /** `2026-27/000123` */
  number: string
  issuedAt: Date
  seller: Seller
  billingAddress: OrderAddress
  shippingAddress: OrderAddress
}

/**
 * The invoice of an order, which is issued under the next number of the financial year where it was not before: numbers
 * have no gaps, and no later number has an earlier moment. AppError 404 `no_invoice` where the order is not confirmed, or
 * was cancelled before. To be called after everything else that locks, since all that issue wait for each other.
 */
export async function issueInvoice(
  tx: Transaction,
  configId: number,
  orderId: number,
  now = () => new Date(),
): Promise<IssuedInvoice> {
  const order = await lockOrder(tx, configId, orderId)
  const before = await findInvoice(tx, configId, orderId)
  if (before) return before
  requireInvoiced(order)
  const { timeZone, ...seller } = await findSeller(tx, configId)
  await sql`select pg_advisory_xact_lock(hashtextextended('invoice ' || ${configId}::text, 8))`.execute(tx)
  const issuedAt = now()
  const year = financialYear(issuedAt, timeZone)
  await sql`
    with next as (
      insert into invoice_counter as c (config_id, year, last) values (${configId}, ${year}, 1)
      on conflict (config_id, year) do update set last = c.last + 1
      returning last
    )
    insert into invoice (config_id, year, sequence, order_id, issued_at, seller, billing_address, shipping_address)
    select o.config_id, ${year}, next.last, o.id, ${issuedAt}, ${JSON.stringify(seller)}, o.billing_address, o.shipping_address
    from shop_order o, next where o.config_id = ${configId} and o.id = ${orderId}`.execute(tx)
  const issued = await findInvoice(tx, configId, orderId)
  if (!issued) throw new Error(`The invoice of order ${order.number} was not written`)
  return issued
}

/** Undefined where none was issued yet. */
export async function findInvoice(
  db: Database,
  configId: number,
  orderId: number,
): Promise<IssuedInvoice | undefined> {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where('config_id', '=', configId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return (
    row && {
      number: `${row.year}/${String(row.sequence).padStart(6, '0')}`,
      issuedAt: row.issued_at,
      seller: row.seller as unknown as Seller,
      billingAddress: row.billing_address as unknown as OrderAddress,
      shippingAddress: row.shipping_address as unknown as OrderAddress,
    }
  )
}

/** Whether an order has an invoice, or gets one as soon as somebody asks for it. */
export const isInvoiced = ({ status }: Pick<OrderRow, 'status'>) =>
  status !== 'pending' && status !== 'cancelled'

function requireInvoiced(order: OrderRow): void {
  if (isInvoiced(order)) return
  const message =
    order.status === 'pending'
      ? 'There is an invoice as soon as the order is confirmed.'
      : 'This order was cancelled before an invoice was issued.'
  throw new AppError(404, 'no_invoice', message)
}

async function findSeller(tx: Transaction, configId: number): Promise<Seller & { timeZone: string }> {
  const { currency, ...shop } = await tx
    .selectFrom('shop')
    .select(['name', 'address', 'email', 'phone', 'currency', 'time_zone as timeZone'])
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  return { ...shop, ...(await findSettings(tx, { configId, currency }, 'invoice')) }
}
