import { riskText } from '#contract/orders/cash/cash-risk.ts'
import { sql } from 'kysely'
import { orderGroups, type AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderPayment, OrderRefund } from '#contract/orders/payment/order-money.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { orderSource } from '#server/modules/checkout-sessions/index.ts'
import { listCreditPayments, sourceName, type CreditSource } from '#server/modules/credit/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { ConnectedProvider, ShopProviders } from '#server/platform/payments/online-payments.ts'
import { awaitsStaff } from '../refunds/refund.rules.ts'
import { findCheckoutRules } from '#server/modules/settings/index.ts'
import { paidByCredit } from '../credit/credit-view.ts'
import { paymentName } from '../payments/payment-method.ts'
import { creditNoteToView, listCreditNotes } from '../invoices/credit-note.queries.ts'
import { readAuthorization } from '../captures/authorization-view.ts'
import { findInvoice, findSellerGaps, isInvoiced } from '../invoices/invoice.writes.ts'
import { findHold } from '../hold/hold.queries.ts'
import { readRevisions } from '../editing/revision.queries.ts'
import { estimateDay } from '../delivery/estimated-day.rules.ts'
import { orderToView } from '../order/order-view.ts'
import { awaitsPayment, excessOwed } from '../order/order.rules.ts'
import { listShipments } from '../shipments/shipment.queries.ts'
import { findMissingUnits } from '../shipments/missing-units.queries.ts'
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
  providers: ShopProviders,
): Promise<Omit<AdminOrder, 'customerLink' | 'paymentUrl' | 'proFormaUrl'>> {
  const { shopId, locale } = shop
  const order = await findOrder(db, shopId, number)
  if (!order) throw orderNotFound()
  const [
    shipments,
    lines,
    missing,
    events,
    customer,
    payments,
    refunds,
    version,
    invoice,
    refunded,
    sellerGaps,
    notes,
    source,
    neighbours,
    customerPage,
    paid,
  ] = await Promise.all([
    listShipments(db, shopId, order.id),
    listOrderLines(db, shopId, order.id),
    findMissingUnits(db, shopId, order.id),
    listEvents(db, shopId, order.id, { all: true }),
    findCustomer(db, shopId, order.user_id),
    listPayments(db, shopId, order, providers.offered),
    listRefunds(db, shopId, order, providers),
    findVersion(db, shopId, { subject: 'order', subjectId: order.id }),
    findInvoice(db, shopId, order.id),
    sumCompletedRefunds(db, shopId, order.id),
    findSellerGaps(db, shopId, order.id, order),
    listCreditNotes(db, shopId, order.id),
    findSource(db, order),
    findNeighbours(db, order),
    findCustomerPage(db, order),
    listCreditPayments(db, shopId, [order.id]),
  ])
  const can = actionsFor(order)
  const [rules, hold, revisions] = await Promise.all([
    can.includes('fulfil') && findCheckoutRules(db, shop),
    findHold(db, order, lines),
    readRevisions(db, order, { canEdit: can.includes('edit') }),
  ])
  const view = orderToView(
    { order, shipments, lines, events, credits: paidByCredit(paid) },
    { locale, online: providers.offered },
  )
  return {
    ...view,
    id: order.id,
    cashReasons: order.cash_reasons.map(riskText),
    version,
    customer,
    customerPage,
    source,
    tags: order.tags,
    ...neighbours,
    events: view.events.map((event, index) => ({ ...event, isPublic: events[index]?.is_public ?? false })),
    lines: view.lines.map((line, index) => {
      const row = lines[index]
      return {
        ...line,
        position: row?.position ?? index,
        lefttoship: row ? leftToShip(row) : 0,
        waitingforstock: missing.get(row?.position ?? index) ?? 0,
        shelf: row?.shelf ?? null,
        barcode: row?.barcode ?? null,
      }
    }),
    hold,
    expectedOn: shipments.at(-1)?.expected_on ?? null,
    estimatedOn: rules ? estimateDay(rules, order, shop) : null,
    payUntil: order.reserved_until?.toISOString() ?? null,
    hasInvoice: invoice !== undefined || (isInvoiced(order) && sellerGaps.length === 0),
    sellerGaps,
    invoiceNumber: invoice?.number ?? null,
    creditNotes: notes.map((note) => creditNoteToView(note, order.currency)),
    payments: payments.map((payment) => {
      const credit = paid.find(({ paymentId }) => paymentId === payment.id)
      return credit ? { ...payment, name: sourceName(credit), isManual: false } : payment
    }),
    authorization: await readAuthorization(db, order, providers.offered),
    refunds,
    revisions,
    can,
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
  order: OrderRow,
  online: readonly ConnectedProvider[],
): Promise<OrderPayment[]> {
  const { id, currency } = order
  const rows = await db
    .selectFrom('payment')
    .select([
      'id',
      'provider',
      'status',
      'amount',
      'is_deposit',
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
    name: `${paymentName(row.provider, online)}${row.is_deposit ? ' (deposit)' : ''}`,
    status: row.status as OrderPayment['status'],
    amount: toMajor(row.amount, currency),
    reference: row.reference,
    isManual: row.charge === null,
    isUnknown: !awaitsPayment(order) && row.status === 'waiting' && row.next_poll_at !== null,
    at: (row.paid_at ?? row.created_at).toISOString(),
  }))
}

async function listRefunds(
  db: Database,
  shopId: number,
  order: OrderRow,
  providers: ShopProviders,
): Promise<OrderRefund[]> {
  const { id, currency } = order
  const isOverpaid = excessOwed(order) > 0
  const rows = await db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (on) =>
      on.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.id', 'r.status', 'r.amount', 'r.currency', 'r.reason', 'r.last_error', 'r.actor_name'])
    .leftJoin('credit_entry as e', (on) =>
      on.onRef('e.config_id', '=', 'r.config_id').onRef('e.refund_id', '=', 'r.id'),
    )
    .leftJoin('credit_account as a', (on) =>
      on.onRef('a.config_id', '=', 'e.config_id').onRef('a.id', '=', 'e.account_id'),
    )
    .leftJoin('gift_card as g', (on) =>
      on.onRef('g.config_id', '=', 'a.config_id').onRef('g.account_id', '=', 'a.id'),
    )
    .select(['r.created_at', 'r.is_excess', 'p.charge', 'p.provider', 'p.account_id as accountId'])
    .select(['a.kind', 'g.ending'])
    .where('r.config_id', '=', shopId)
    .where('r.order_id', '=', id)
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status as OrderRefund['status'],
    amount: toMajor(row.amount, row.currency ?? currency),
    reason: row.reason,
    to:
      row.kind === null
        ? paymentName(row.provider, providers.offered)
        : sourceName({ kind: row.kind as CreditSource['kind'], ending: row.ending ?? '' }),
    // A later edit may have needed the money again, and a cancelled order has refunded it.
    isManual: awaitsStaff(row, providers) && (isOverpaid || !row.is_excess || row.status === 'waiting'),
    problem: row.status === 'done' ? null : row.last_error,
    who: row.actor_name,
    at: row.created_at.toISOString(),
  }))
}
