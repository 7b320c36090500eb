import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { INITIAL_STOCK, type LivingOrder } from './order-world.ts'

interface StoredLine {
  position: number
  variantId: number
  quantity: number
  shipped: number
  refunded: number
  refundedAmount: number
  total: number
  /** Units that refunds have restocked. */
  restocked: number
  onHand: number
  available: number
}

interface StoredOrder {
  status: string
  isHeld: boolean
  paid: number
  refunded: number
  total: number
  refunds: number
  /** What was refunded of totals that an edit has lowered. */
  excess: number
  /** What waits to be paid. */
  waiting: number
  method: string
  isRestored: boolean | null
  /** A buyer has withdrawn from units to ship, and staff have not decided. */
  isWithdrawn: boolean
}

/** What is wrong with an order: its stock, its money or its state. Empty: nothing. */
export async function findFaults(db: Database, order: LivingOrder): Promise<string[]> {
  const [stored, lines] = await Promise.all([readOrder(db, order), readLines(db, order)])
  return [...moneyFaults(stored, lines), ...lines.flatMap((line) => lineFaults(order, stored, line))]
}

/** Each variant of the order, also one that the order does not have now. */
async function readLines(db: Database, { number, variants }: LivingOrder): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select coalesce(l.position, -1) as position, s.variant_id as "variantId", coalesce(l.quantity, 0) as quantity,
      coalesce(l.shipped_quantity, 0) as shipped, coalesce(l.refunded_quantity, 0) as refunded,
      coalesce(l.refunded_amount, 0)::int as "refundedAmount", coalesce(l.total, 0)::int as total,
      coalesce((select sum(r.restocked) from refund_line r where r.order_id = o.id and r.position = l.position), 0)::int
        as restocked, s.on_hand as "onHand", s.available
    from stock_level s
    join shop_order o on o.number = ${number}
    left join order_line l on l.order_id = o.id and l.variant_id = s.variant_id
    where s.variant_id = any(${[...variants]}::integer[])`.execute(db)
  return rows
}

async function readOrder(db: Database, { number }: LivingOrder): Promise<StoredOrder> {
  const { rows } = await sql<StoredOrder>`
    select o.status, o.held_at is not null as "isHeld", o.paid::int, o.refunded::int, o.total::int,
      o.excess_refunded::int as excess, o.payment_method as method, coalesce((
        select sum(p.amount) from payment p where p.order_id = o.id and p.status = 'waiting'), 0)::int as waiting,
      o.stock_restored as "isRestored", coalesce((
        select sum(r.amount) from refund r where r.order_id = o.id and r.status <> 'failed'), 0)::int as refunds,
      exists (
        select from order_return r
        join order_return_line w on w.return_id = r.id and w.quantity > w.cancelled
        join order_line l on l.order_id = o.id and l.position = w.position
        where r.order_id = o.id and r.kind = 'withdrawal' and r.released_at is null
          and r.state in ('requested', 'approved') and l.quantity > l.shipped_quantity + l.refunded_quantity
      ) as "isWithdrawn"
    from shop_order o where o.number = ${number}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Order ${number} is gone`)
  return row
}

function moneyFaults(
  { status, isHeld, isWithdrawn, paid, refunded, refunds, total, excess, waiting, method }: StoredOrder,
  lines: readonly StoredLine[],
): string[] {
  const isOpen = status === 'pending' || status === 'confirmed'
  const due = total - paid + excess
  const lineRefunds = lines.reduce((sum, line) => sum + line.refundedAmount, 0)
  return faultsOf([
    [refunds !== refunded, `refunds of ${refunds} are counted as ${refunded}`],
    [refunded > paid, `refunded ${refunded} of ${paid} paid`],
    [paid - excess > total, `paid ${paid - excess} of ${total}`],
    [excess > refunded, `${excess} of ${refunded} refunded were too much`],
    [isOpen && waiting !== due, `${waiting} waits of ${due} due`],
    [
      (status === 'shipped' || status === 'delivered') && due > 0 && method !== 'cod',
      `${status}, but ${due} due`,
    ],
    [lineRefunds > refunded, `lines refunded ${lineRefunds}, the order ${refunded}`],
    [lines.some((line) => line.refundedAmount > line.total), 'a line refunded more than its total'],
    [
      ['cancelled', 'refunded'].includes(status) && refunded !== paid,
      `${status}, but ${paid - refunded} kept`,
    ],
    [isHeld && !isOpen, `${status} and on hold`],
    [
      isOpen && isHeld !== isWithdrawn,
      isHeld ? 'on hold without a withdrawal' : 'withdrawn, but not on hold',
    ],
  ])
}

/** Compares the stock of a variant with what shipped, what came back, and what is still to ship. */
function lineFaults(order: LivingOrder, { status, isRestored }: StoredOrder, line: StoredLine): string[] {
  const { position, quantity, shipped, refunded, restocked, onHand, available } = line
  const received = order.received.filter((each) => each.position === position)
  const back = received.reduce((sum, each) => sum + each.restocked, 0)
  const damaged = received.reduce((sum, each) => sum + each.damaged, 0)
  // A refund restocks units that never left first.
  const neverLeft = quantity - shipped
  const restockedAfterShipping = Math.max(0, restocked - neverLeft)
  const isOpen = status === 'pending' || status === 'confirmed'
  const toShip = isOpen ? Math.max(0, neverLeft - Math.max(refunded, Math.min(restocked, neverLeft))) : 0
  const taken = isRestored ? damaged : quantity - restocked - back
  const expectedOnHand = INITIAL_STOCK - (status === 'pending' ? 0 : taken)
  const outside = Math.max(0, shipped - restockedAfterShipping - back - damaged)
  // An order that was marked as returned brought back what was outside, if its items could be sold again.
  const isGone = isRestored ? 0 : outside
  const mostOnHand = INITIAL_STOCK - (status === 'pending' ? 0 : toShip) - isGone - damaged
  const name = `variant ${position}`
  return faultsOf([
    [onHand !== expectedOnHand, `${name}: ${onHand} on hand instead of ${expectedOnHand}`],
    [
      available !== INITIAL_STOCK - taken,
      `${name}: ${available} available instead of ${INITIAL_STOCK - taken}`,
    ],
    [onHand > mostOnHand, `${name}: ${onHand} on hand, but at most ${mostOnHand} can be in the shop`],
    [
      back + damaged + restockedAfterShipping > shipped,
      `${name}: more came back than the ${shipped} that left`,
    ],
    [shipped + toShip > quantity, `${name}: ${shipped} shipped and ${toShip} to ship of ${quantity}`],
    [
      ['shipped', 'delivered'].includes(status) && shipped < quantity - refunded,
      `${name}: ${status}, but not shipped`,
    ],
  ])
}

const faultsOf = (checks: readonly (readonly [isBroken: boolean, fault: string])[]) =>
  checks.filter(([isBroken]) => isBroken).map(([, fault]) => fault)
