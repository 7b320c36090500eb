import { AppError } from '#server/http/errors.ts'

/** The fields of an order that tell whether it is on hold. */
interface HoldableOrder {
  serial: string
  held_at: Date | null
}

/** AppError 409 `on_hold` if the buyer has withdrawn from units that have not shipped. */
export function requireNotHeld(order: HoldableOrder): void {
  if (order.held_at !== null) throw onHold(order)
}

export function onHold({ serial }: Pick<HoldableOrder, 'serial'>): AppError {
  const message = `Order ${serial} is on hold because its buyer has withdrawn. Cancel and refund the withdrawn items, or release the order`
  return new AppError(409, 'on_hold', message)
}

/** AppError 409 `not_on_hold`. */
export function requireHeld({ serial, held_at }: HoldableOrder): void {
  if (held_at === null) throw new AppError(409, 'not_on_hold', `Order ${serial} is not on hold`)
}
