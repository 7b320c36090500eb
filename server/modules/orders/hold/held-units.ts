import { leftToShip, type ShippableLine } from '../shipments/shipment.rules.ts'

/** Units of a withdrawal that are neither back nor cancelled, by the position of their line. */
export interface WithdrawnUnits {
  returnId: number
  position: number
  quantity: number
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
