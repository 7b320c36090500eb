import type { AdminOrder } from '#contract/orders/admin-order.ts'

type Fields = Readonly<Record<string, string>>

/** The field names of a line by its position in the order. */
export const quantityField = (position: number) => `quantity.${position}`
export const restockField = (position: number) => `restock.${position}`

/** The field values that refund all that is left of the goods and the delivery. */
export function allUnits({ lines, shipping }: AdminOrder): Fields {
  const units = lines.map(({ position, quantity, refundedquantity }) => [
    quantityField(position),
    String(quantity - refundedquantity),
  ])
  return { ...(Object.fromEntries(units) as Fields), ...(shipping > 0 && { shipping: 'on' }) }
}
