import type { EditedLine } from '#contract/orders/edit-order.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderLineRow } from '../order/order.queries.ts'
import { lineIdOf } from '../shipments/shipment-view.ts'

/** The columns of a line that stay as they were when it was ordered. */
const orderedColumns = [
  'position',
  'variant_id',
  'name',
  'options',
  'sku',
  'hsn',
  'quantity',
  'price',
  'offer',
  'sale_price',
  'price_reason',
  'takes_stock',
] as const satisfies (keyof OrderLineRow)[]

/** A line as it was ordered. */
export type OrderedLine = Pick<OrderLineRow, (typeof orderedColumns)[number]>

/** What is stored of a line. */
export const asOrdered = (line: OrderLineRow): OrderedLine =>
  Object.fromEntries(orderedColumns.map((name) => [name, line[name]])) as OrderedLine

/** A line of the order after the change; 0 units: it has none. */
export interface WantedLine {
  variantId: number
  quantity: number
  /** The line as it is now; undefined: it is new. */
  old: OrderLineRow | undefined
  /** A line that the order had before, and that comes back as it was. */
  restored?: OrderedLine | undefined
}

/** All lines of the order with their new quantities, then the new ones. AppError 400. */
export function wantedLines(current: readonly OrderLineRow[], lines: readonly EditedLine[]): WantedLine[] {
  const wanted = new Map<number, WantedLine>(
    current.map((old) => [old.variant_id, { variantId: old.variant_id, quantity: old.quantity, old }]),
  )
  const seen = new Set<number>()
  for (const [index, { lineId, variantid, quantity }] of lines.entries()) {
    const variantId = variantid ?? current.find(({ position }) => lineIdOf(position) === lineId)?.variant_id
    if (variantId === undefined) throw invalidLine(index, `The order has no line ${lineId}`)
    if (seen.has(variantId)) throw invalidLine(index, 'An item is listed twice')
    seen.add(variantId)
    wanted.set(variantId, { variantId, quantity, old: wanted.get(variantId)?.old })
  }
  return [...wanted.values()]
}

/** The lines that bring an order back to what it was. */
export function restoredLines(
  current: readonly OrderLineRow[],
  before: readonly OrderedLine[],
): WantedLine[] {
  const added = current.filter((line) => before.every(({ variant_id: id }) => id !== line.variant_id))
  return [
    ...before.map((line) => ({
      variantId: line.variant_id,
      quantity: line.quantity,
      old: current.find(({ variant_id: id }) => id === line.variant_id),
      restored: line,
    })),
    ...added.map((old) => ({ variantId: old.variant_id, quantity: 0, old })),
  ]
}

/** The lines whose units change. */
export const changedLines = (wanted: readonly WantedLine[]) =>
  wanted.filter(({ quantity, old }) => quantity !== (old?.quantity ?? 0))

/** AppError 400 for a line of the request. */
export const invalidLine = (index: number, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path: `lines.${index}`, message }])
