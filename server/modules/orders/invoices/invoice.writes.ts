import { sql } from 'kysely'
import type { OrderAddress, SellerGap } from '#contract/orders/order.ts'
import { type Database, later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findSettings, type Settings } from '#server/modules/settings/index.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'

/** The seller as of the day the invoice was issued. */
export interface Seller extends Omit<Settings<'invoice'>, 'invoice_pattern' | 'credit_note_pattern'> {
  name: string
  address: string
  email: string
  phone: string
}

/** An issued invoice. Its lines and amounts are those of the order, which never change. */
export interface IssuedInvoice {
  /** `2026-27/000123` */
  number: string
  issuedAt: Date
  seller: Seller
  billingAddress: OrderAddress
  shippingAddress: OrderAddress
}

/**
 * Returns the invoice of an order, and issues it under the next number if there is none. Numbers have no gaps and ascend in
 * time, so issuing takes a lock per shop: call it after all other locks. AppError 404 `no_invoice`, 409
 * `seller_incomplete`.
 */
export async function issueInvoice(
  tx: Transaction,
  shopId: number,
  orderId: number,
  now = () => new Date(),
): Promise<IssuedInvoice> {
  const issued = await issueInvoiceIfComplete(tx, shopId, orderId, now)
  if (issued) return issued
  throw new AppError(
    409,
    'seller_incomplete',
    'This invoice follows once the shop has completed its details.',
  )
}

/** As `issueInvoice`, but returns undefined as long as the seller’s details are incomplete. */
export async function issueInvoiceIfComplete(
  tx: Transaction,
  shopId: number,
  orderId: number,
  now = () => new Date(),
): Promise<IssuedInvoice | undefined> {
  // In this order and in one round trip. Every later statement sees what another transaction has committed by then.
  const [order, existing, seller] = await Promise.all([
    lockOrder(tx, shopId, orderId),
    findInvoice(tx, shopId, orderId),
    findSeller(tx, shopId),
    sql`
    select pg_advisory_xact_lock(hashtextextended('invoice ' || ${shopId}::text, 8))
    where not exists (select from invoice where config_id = ${shopId} and order_id = ${orderId})`.execute(tx),
  ])
  if (existing) return existing
  requireInvoiced(order)
  if (gapsOf(seller, order).length > 0) return undefined
  const issuedAt = now()
  later(
    tx,
    sql`
    with pattern as (
      select series, digits from document_series(${shopId}, 'invoice', ${issuedAt})
      where not exists (select from invoice where config_id = ${shopId} and order_id = ${orderId})
    ), next as (
      insert into invoice_counter as c (config_id, series, last_sequence) select ${shopId}, series, 1 from pattern
      on conflict (config_id, series) do update set last_sequence = c.last_sequence + 1
      returning series, last_sequence
    )
    insert into invoice (config_id, series, sequence, digits, order_id, issued_at, seller, billing_address, shipping_address)
    select o.config_id, next.series, next.last_sequence, pattern.digits, o.id, ${issuedAt}, ${JSON.stringify(seller)}, o.billing_address, o.shipping_address
    from shop_order o, next, pattern where o.config_id = ${shopId} and o.id = ${orderId}`.execute(tx),
  )
  const issued = await findInvoice(tx, shopId, orderId)
  if (!issued) throw new Error(`The invoice of order ${order.number} was not written`)
  return issued
}

/** Invoices that are older than the list of numbers have none. */
type StoredSeller = Omit<Seller, 'tax_numbers'> & Partial<Pick<Seller, 'tax_numbers'>>
const sellerOf = ({ tax_numbers: numbers = [], ...seller }: StoredSeller): Seller => ({
  ...seller,
  tax_numbers: numbers,
})

export async function findInvoice(
  db: Database,
  shopId: number,
  orderId: number,
): Promise<IssuedInvoice | undefined> {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return (
    row && {
      number: row.number ?? '',
      issuedAt: row.issued_at,
      seller: sellerOf(row.seller as unknown as StoredSeller),
      billingAddress: row.billing_address as unknown as OrderAddress,
      shippingAddress: row.shipping_address as unknown as OrderAddress,
    }
  )
}

/** The details of the seller that the first invoice of an order still needs; none once it is issued. */
export async function findSellerGaps(
  db: Database,
  shopId: number,
  orderId: number,
  order:
    | Pick<OrderRow, 'tax' | 'tax_name' | 'currency'>
    | Promise<Pick<OrderRow, 'tax' | 'tax_name' | 'currency'>>,
): Promise<SellerGap[]> {
  const [seller, issued, taxed] = await Promise.all([
    findSeller(db, shopId),
    findInvoice(db, shopId, orderId),
    order,
  ])
  return issued ? [] : gapsOf(seller, taxed)
}

/** An Indian tax invoice names the seller’s address and, if it charges GST, the GSTIN (rule 46 of the CGST Rules). */
const gapsOf = (
  seller: Seller,
  { tax, tax_name: name, currency }: Pick<OrderRow, 'tax' | 'tax_name' | 'currency'>,
): SellerGap[] => [
  ...(seller.address.trim() === '' ? (['address'] as const) : []),
  ...(seller.gstin === '' && tax > 0 && name === 'GST' && currency === 'INR' ? (['gstin'] as const) : []),
]

/** Whether an order has or gets an invoice. The other shop has issued that of an imported order. */
export const isInvoiced = ({ status, imported_at: imported }: Pick<OrderRow, 'status' | 'imported_at'>) =>
  status !== 'pending' && status !== 'cancelled' && imported === null

function requireInvoiced(order: OrderRow): void {
  if (isInvoiced(order)) return
  if (order.imported_at !== null)
    throw new AppError(404, 'no_invoice', 'The shop where this order was placed has issued its invoice.')
  const message =
    order.status === 'pending'
      ? 'The invoice is available once the order is confirmed.'
      : 'This order was cancelled before an invoice was issued.'
  throw new AppError(404, 'no_invoice', message)
}

/** Whom a package comes from. */
export const findSender = (db: Database, shopId: number) =>
  db
    .selectFrom('shop')
    .select(['name', 'address', 'phone'])
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()

/** The seller as of now. */
export async function findSeller(db: Database, shopId: number): Promise<Seller> {
  const shop = db
    .selectFrom('shop')
    .select(['name', 'address', 'email', 'phone'])
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  // No default of these settings depends on the currency.
  const settings = findSettings(db, { shopId, currency: '' }, 'invoice')
  const [columns, { invoice_pattern: _invoices, credit_note_pattern: _creditNotes, ...invoice }] =
    await Promise.all([shop, settings])
  return { ...columns, ...invoice }
}
