import { sql } from 'kysely'
import type { OrderHold } from '#contract/orders/hold.ts'
import type { Database } from '#server/db/connect.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import { lineIdOf } from '../shipments/shipment-view.ts'
import { leftToShip, type ShippableLine } from '../shipments/shipment.rules.ts'

/** Units of a withdrawal that are neither back nor cancelled, by the position of their line. */
export interface WithdrawnUnits {
  returnId: number
  position: number
  quantity: number
}

type OpenWithdrawal = WithdrawnUnits & { refundDueAt: Date }

/** The units of the open withdrawals of an order that staff have not released, oldest first. */
export async function listWithdrawnUnits(
  db: Database,
  shopId: number,
  orderId: number,
): Promise<OpenWithdrawal[]> {
  const { rows } = await sql<OpenWithdrawal>`
    select r.id as "returnId", r.refund_due_at as "refundDueAt", l.position, l.quantity - l.cancelled as quantity
    from order_return r
    join order_return_line l on l.config_id = r.config_id and l.return_id = r.id
    where r.config_id = ${shopId} and r.order_id = ${orderId} and r.kind = 'withdrawal' and r.released_at is null
      and r.state in ('requested', 'approved') and l.quantity > l.cancelled
    order by r.id, l.position`.execute(db)
  return rows
}

/** The withdrawn units of each withdrawal that have not shipped. A withdrawal covers units that have not shipped first. */
export function heldUnits(
  lines: readonly Omit<ShippableLine, 'variant_id' | 'sku' | 'name'>[],
  withdrawn: readonly WithdrawnUnits[],
): WithdrawnUnits[] {
  const left = new Map(lines.map((line) => [line.position, leftToShip(line)]))
  return withdrawn.flatMap(({ returnId, position, quantity }) => {
    const rest = left.get(position) ?? 0
    const units = Math.min(rest, quantity)
    left.set(position, rest - units)
    return units > 0 ? [{ returnId, position, quantity: units }] : []
  })
}

/** Why an order is on hold; null: it is not. */
export async function findHold(
  db: Database,
  { config_id: shopId, id, held_at: since }: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<OrderHold | null> {
  if (since === null) return null
  const withdrawn = await listWithdrawnUnits(db, shopId, id)
  const held = heldUnits(lines, withdrawn)
  const units = Map.groupBy(held, ({ position }) => position)
  const first = withdrawn.find(({ returnId }) => returnId === held[0]?.returnId)
  return {
    since: since.toISOString(),
    refundDueAt: first?.refundDueAt.toISOString() ?? null,
    returnId: first?.returnId ?? null,
    lines: lines.flatMap(({ position, name }) => {
      const quantity = (units.get(position) ?? []).reduce((sum, line) => sum + line.quantity, 0)
      return quantity > 0 ? [{ lineId: lineIdOf(position), productname: name, quantity }] : []
    }),
  }
}
