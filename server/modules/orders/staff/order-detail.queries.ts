import { sql } from 'kysely'
import { orderGroups, type AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderPayment, OrderRefund } from '#contract/orders/payment/order-money.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { orderSource } from '#server/modules/checkout-sessions/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { awaitsStaff } from '../refunds/refund.rules.ts'
import { paymentName } from '../payments/payment-method.ts'
import { creditNoteToView, listCreditNotes } from '../invoices/credit-note.queries.ts'
import { findInvoice, findSellerGaps, isInvoiced } from '../invoices/invoice.writes.ts'
import { findHold } from '../hold/hold.queries.ts'
import { orderToView } from '../order/order-view.ts'
import { listShipments } from '../shipments/shipment.queries.ts'
import { leftToShip } from '../shipments/shipment.rules.ts'
import {
  findOrder,
  listEvents,
  listOrderLines,
  orderNotFound,
  sumCompletedRefunds,
  type OrderRow,
} from '../order/order.queries.ts'
import { actionsFor, resendableEmails } from './admin-order.rules.ts'

/** An order with everything that staff see. AppError 404. */
export async function readOrderForStaff(
  db: Database,
  shop: ShopContext,
  number: string,
  online: readonly PaymentProvider[],
): Promise<Omit<AdminOrder, 'customerLink' | 'paymentUrl'>> {
  const { shopId, locale } = shop
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  const [
    shipments,
    lines,
    events,
    customer,
    payments,
    refunds,
    version,
    invoice,
    refunded,
    sellerGaps,
    credits,
    source,
    neighbours,
    customerPage,
  ] = await Promise.all([
    listShipments(db, shopId, order.id),
    listOrderLines(db, shopId, order.id),
    listEvents(db, shopId, order.id, { all: true }),
    findCustomer(db, shopId, order.user_id),
    listPayments(db, shopId, order, online),
    listRefunds(db, shopId, order, online),
    findVersion(db, shopId, { subject: 'order', subjectId: order.id }),
    findInvoice(db, shopId, order.id),
    sumCompletedRefunds(db, shopId, order.id),
    findSellerGaps(db, shopId, order.id, order),
    listCreditNotes(db, shopId, order.id),
    findSource(db, order),
    findNeighbours(db, order),
    findCustomerPage(db, order),
  ])
  const hold = await findHold(db, order, lines)
  const view = orderToView({ order, shipments, lines, events }, { locale, online })
  return {
    ...view,
    id: order.id,
    version,
    customer,
    customerPage,
    source,
    ...neighbours,
    events: view.events.map((event, index) => ({ ...event, isPublic: events[index]?.is_public ?? false })),
    lines: view.lines.map((line, index) => {
      const row = lines[index]
      return {
        ...line,
        position: row?.position ?? index,
        lefttoship: row ? leftToShip(row) : 0,
        shelf: row?.shelf ?? null,
        barcode: row?.barcode ?? null,
      }
    }),
    hold,
    payUntil: order.reserved_until?.toISOString() ?? null,
    hasInvoice: invoice !== undefined || (isInvoiced(order) && sellerGaps.length === 0),
    sellerGaps,
    invoiceNumber: invoice?.number ?? null,
    creditNotes: credits.map((note) => creditNoteToView(note, order.currency)),
    payments,
    refunds,
    can: actionsFor(order),
    emails: resendableEmails(order, refunded),
  }
}

async function findCustomer(db: Database, shopId: number, userId: number | null) {
  if (userId === null) return null
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'full_name as fullName'])
    .where('config_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ?? null
}

/** The orders placed before and after an order, among those of its group. Each status is a search in the index of its own. */
async function findNeighbours(
  db: Database,
  { config_id: shopId, id, status }: OrderRow,
): Promise<Pick<AdminOrder, 'older' | 'newer'>> {
  const statuses = Object.values(orderGroups).find((group) => group.some((each) => each === status)) ?? [
    status,
  ]
  // Its moment in the database is more exact than a Date.
  const placedAt = sql`(select placed_at from shop_order where config_id = ${shopId} and id = ${id})`
  const nearest = async (isOlder: boolean) => {
    const [compare, direction] = isOlder ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const order = sql`placed_at ${direction}, id ${direction}`
    const found = statuses.map(
      (each) => sql`(
        select number, serial, placed_at, id from shop_order
        where config_id = ${shopId} and status = ${sql.lit(each)} and (placed_at, id) ${compare} (${placedAt}, ${id})
        order by ${order} limit 1)`,
    )
    const { rows } = await sql<{ number: string; serial: string }>`
      select number, serial from (${sql.join(found, sql` union all `)}) o order by ${order} limit 1`.execute(
      db,
    )
    return rows[0] ?? null
  }
  const [older, newer] = await Promise.all([nearest(true), nearest(false)])
  return { older, newer }
}

async function findCustomerPage(db: Database, { config_id: shopId, id }: OrderRow): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from shop_order o join customer c on c.config_id = o.config_id and c.key = customer_key_of_order(o)
    where o.config_id = ${shopId} and o.id = ${id}`.execute(db)
  return rows[0]?.id ?? null
}

async function findSource(db: Database, { config_id: shopId, id }: OrderRow): Promise<string | null> {
  const { source } = await db
    .selectFrom('shop_order')
    .select(orderSource('shop_order').as('source'))
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return source
}

async function listPayments(
  db: Database,
  shopId: number,
  { id, currency, status }: OrderRow,
  online: readonly PaymentProvider[],
): Promise<OrderPayment[]> {
  const rows = await db
    .selectFrom('payment')
    .select([
      'id',
      'provider',
      'status',
      'amount',
      'reference',
      'charge',
      'created_at',
      'paid_at',
      'next_poll_at',
    ])
    .where('config_id', '=', shopId)
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: paymentName(row.provider, online),
    status: row.status as OrderPayment['status'],
    amount: toMajor(row.amount, currency),
    reference: row.reference,
    isManual: row.charge === null,
    isUnknown: status !== 'pending' && row.status === 'waiting' && row.next_poll_at !== null,
    at: (row.paid_at ?? row.created_at).toISOString(),
  }))
}

async function listRefunds(
  db: Database,
  shopId: number,
  { id, currency }: OrderRow,
  online: readonly PaymentProvider[],
): Promise<OrderRefund[]> {
  const rows = await db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (on) =>
      on.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.id', 'r.status', 'r.amount', 'r.currency', 'r.reason', 'r.last_error', 'r.actor_name'])
    .select(['r.created_at', 'p.charge', 'p.provider'])
    .where('r.config_id', '=', shopId)
    .where('r.order_id', '=', id)
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status as OrderRefund['status'],
    amount: toMajor(row.amount, row.currency ?? currency),
    reason: row.reason,
    isManual: awaitsStaff(row, online),
    problem: row.status === 'done' ? null : row.last_error,
    who: row.actor_name,
    at: row.created_at.toISOString(),
  }))
}
