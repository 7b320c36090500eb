import { AppError } from '#server/http/errors.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { wrongStatus } from '../order/order.rules.ts'

/** The fields of an order line that matter for shipping. */
export interface ShippableLine {
  position: number
  variant_id: number
  sku: string
  name: string
  quantity: number
  shipped_quantity: number
  refunded_quantity: number
  restocked_quantity: number
}

/** Units of an order line, named by its position. */
export interface ShippedLine {
  position: number
  quantity: number
}

type PlannedLine = ShippedLine & { variantid: number; sku: string; name: string }

/** What goes into a shipment. */
export interface ShipmentPlan {
  lines: PlannedLine[]
  /** Whether nothing is left to ship afterwards. */
  isLast: boolean
  /** Whether the order takes, or took, more than one shipment. */
  isPart: boolean
  /** Units in earlier shipments. */
  shippedBefore: number
}

/**
 * The units that are still to be shipped. A refund takes units that have not shipped first. Units that it restocked never
 * ship, also if the refund has failed.
 */
export function leftToShip({
  quantity,
  shipped_quantity: shipped,
  refunded_quantity: refunded,
  restocked_quantity: restocked,
}: ShippableUnits): number {
  const notShipped = quantity - shipped
  return Math.max(0, notShipped - Math.max(refunded, Math.min(restocked, notShipped)))
}

type ShippableUnits = Pick<
  ShippableLine,
  'quantity' | 'shipped_quantity' | 'refunded_quantity' | 'restocked_quantity'
>

/**
 * Plans a shipment of the wanted lines, or of all that is left. AppError 400 for lines that the order does not have, 409
 * `nothing_left_to_ship`, `on_hold`, or `wrong_status` if the order cannot ship.
 */
export function planShipment(
  order: Pick<OrderRow, 'serial' | 'status' | 'payment_method' | 'deposit' | 'held_at'>,
  rows: readonly ShippableLine[],
  wanted: readonly ShippedLine[] | undefined,
): ShipmentPlan {
  const hasShipped = order.status === 'shipped' || order.status === 'delivered'
  if (hasShipped && wanted) throw nothingLeft(order)
  requireNotHeld(order)
  if (order.status !== 'confirmed') throw wrongStatus(order, 'shipped')
  const lines = wanted ? chooseLines(order, rows, wanted) : allLeft(rows)
  if (lines.length === 0) throw nothingLeft(order)
  const left = rows.reduce((sum, row) => sum + leftToShip(row), 0)
  const isLast = left === lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const shippedBefore = rows.reduce((sum, row) => sum + row.shipped_quantity, 0)
  return { lines, isLast, isPart: !isLast || shippedBefore > 0, shippedBefore }
}

function chooseLines(
  order: { serial: string },
  rows: readonly ShippableLine[],
  wanted: readonly ShippedLine[],
) {
  if (new Set(wanted.map(({ position }) => position)).size < wanted.length)
    throw invalidLines('Each line can appear only once')
  return wanted.map(({ position, quantity }) => {
    const line = rows.find((row) => row.position === position)
    if (!line) throw invalidLines('This line is not part of the order')
    if (quantity > leftToShip(line)) throw nothingLeft(order, line)
    return plannedLine(line, quantity)
  })
}

const plannedLine = ({ position, variant_id: variantid, sku, name }: ShippableLine, quantity: number) => ({
  position,
  variantid,
  sku,
  name,
  quantity,
})

const allLeft = (rows: readonly ShippableLine[]) =>
  rows.map((row) => plannedLine(row, leftToShip(row))).filter(({ quantity }) => quantity > 0)

function nothingLeft({ serial }: { serial: string }, line?: ShippableLine): AppError {
  const left = line ? leftToShip(line) : 0
  const message =
    line && left > 0
      ? `Only ${left} of ${line.name} can still be shipped`
      : `Nothing is left to ship of ${line?.name ?? `order ${serial}`}`
  return new AppError(409, 'nothing_left_to_ship', message)
}

const invalidLines = (message: string) =>
  new AppError(400, 'invalid_input', message, [{ path: 'lines', message }])
