import type { SessionInput } from '#server/modules/checkout-sessions/index.ts'
import { sql } from 'kysely'
import type { Image } from '#contract/fields.ts'
import { links } from '#contract/links.ts'
import type { Database } from '#server/db/connect.ts'
import { listVariantLines } from '#server/modules/cart/index.ts'
import {
  accessTokenOf,
  findOrder,
  listOrderLines,
  listShipments,
  type OrderLineRow,
  type OrderRow,
  type ShipmentRow,
} from '#server/modules/orders/index.ts'
import { unitPrice } from '#server/modules/pricing/index.ts'
import { variantName } from '#server/modules/stock/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { viewOrderLine, type LineView } from '../checkout/line-view.ts'

/** A line that the order has or once had. Amounts are minor units; all are 0 for a line that was removed. */
export interface AgentOrderLine extends LineView {
  /** Units of the checkout; undefined for a line that staff added. */
  original: number | undefined
  /** Units that the buyer keeps or still gets: without refunded and cancelled ones. */
  active: number
  /** Units on their way or delivered. */
  shipped: number
}

/** Money that went back, or will. */
export interface AgentOrderRefund {
  id: number
  status: 'waiting' | 'done' | 'failed'
  /** Minor units. */
  amount: number
  reason: string
  at: Date
  lines: { position: number; quantity: number }[]
}

/** An order that came through a platform, whole and as it is now. */
export interface AgentOrder {
  order: OrderRow
  sessionId: string
  /** The order page, with its access token. */
  url: string
  lines: AgentOrderLine[]
  shipments: ShipmentRow[]
  refunds: AgentOrderRefund[]
  attribution: Record<string, string> | undefined
  /** Ids of lines by their position in the order. */
  lineIds: ReadonlyMap<number, string>
  webhookUrl: string | null
  cancelledAt: Date | null
}

/** The order of a platform by its number. Undefined if it did not come through the platform. */
export async function findAgentOrder(
  db: Database,
  { shopId, platformId, keyedHash }: { shopId: number; platformId: number; keyedHash: KeyedHash },
  number: string,
): Promise<AgentOrder | undefined> {
  const order = await findOrder(db, shopId, number)
  if (!order || order.agent_platform_id !== platformId) return undefined
  const { rows } = await sql<SessionOfOrder>`
    select id, input, webhook_url as "webhookUrl", (
      select max(e.at) from order_event e
      where e.config_id = ${shopId} and e.order_id = ${order.id} and e.kind in ('cancelled', 'expired')
    ) as "cancelledAt"
    from checkout_session where config_id = ${shopId} and order_id = ${order.id}`.execute(db)
  const [session] = rows
  if (!session) return undefined
  const [lines, shipments, refunds] = await Promise.all([
    listOrderLines(db, shopId, order.id),
    listShipments(db, shopId, order.id),
    listRefunds(db, shopId, order.id),
  ])
  const sent = session.input.lines
  const present = lines.map((line) => presentLine(line, order, sent))
  return {
    order,
    sessionId: session.id,
    url: `${order.origin}${links.order(number, accessTokenOf(keyedHash, shopId, number))}`,
    lines: [...present, ...(await removedLines(db, shopId, sent, lines))],
    shipments,
    refunds,
    attribution: session.input.attribution,
    lineIds: new Map(lines.map(({ position }, index) => [position, present[index]?.id ?? ''])),
    webhookUrl: session.webhookUrl,
    cancelledAt: session.cancelledAt,
  }
}

interface SessionOfOrder {
  id: string
  input: SessionInput
  webhookUrl: string | null
  cancelledAt: Date | null
}

function presentLine(line: OrderLineRow, { status }: OrderRow, sent: SessionInput['lines']): AgentOrderLine {
  const view = viewOrderLine(line, sent)
  const active = status === 'cancelled' ? 0 : line.quantity - line.refunded_quantity
  return {
    ...view,
    original: sent.find(({ id }) => id === view.id)?.quantity,
    active,
    shipped: Math.min(active, line.shipped_quantity),
  }
}

/** Lines of the checkout that staff removed from the order: they remain, without units. */
async function removedLines(
  db: Database,
  shopId: number,
  sent: SessionInput['lines'],
  lines: readonly OrderLineRow[],
): Promise<AgentOrderLine[]> {
  const gone = sent.flatMap(({ id, variantId, quantity }) =>
    variantId !== null && !lines.some((line) => line.variant_id === variantId)
      ? [{ id, variantId, quantity }]
      : [],
  )
  if (gone.length === 0) return []
  const rows = await listVariantLines(db, shopId, gone)
  return gone.map(({ id, variantId, quantity }) => {
    const row = rows.find((one) => one.variantId === variantId)
    const image: Image | null = row?.image ?? null
    const amounts = { subtotal: 0, coupon: 0, tax: 0, total: 0 }
    return {
      id,
      variantId,
      title: row ? variantName(row.name, row.options) : 'Removed item',
      image,
      price: row ? unitPrice(row) : 0,
      quantity,
      ...amounts,
      original: quantity,
      active: 0,
      shipped: 0,
    }
  })
}

async function listRefunds(db: Database, shopId: number, orderId: number): Promise<AgentOrderRefund[]> {
  const { rows } = await sql<AgentOrderRefund>`
    select r.id, r.status, r.amount, r.reason, r.created_at as at, coalesce((
      select json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position)
      from refund_line l where l.config_id = r.config_id and l.refund_id = r.id
    ), '[]') as lines
    from refund r
    -- Money that never counted as paid has a currency of its own and does not change the order. What an edit has left over is
    -- no longer in the total.
    where r.config_id = ${shopId} and r.order_id = ${orderId} and r.currency is null and not r.is_excess
    order by r.id`.execute(db)
  return rows
}
