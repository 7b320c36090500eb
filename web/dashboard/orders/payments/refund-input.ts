import type { AdminOrder } from '#contract/orders/admin-order.ts'

type Fields = Readonly<Record<string, string>>

/** The field names of a line by its position in the order. */
export const quantityField = (position: number) => `quantity.${position}`
export const restockField = (position: number) => `restock.${position}`

/** Makes the request from the fields of the refund dialog. Lines without units are left out. */
export function refundInput({ number, lines, can }: AdminOrder, fields: Fields) {
  return {
    number,
    lines: lines.flatMap(({ position }) => {
      const quantity = Number(fields[quantityField(position)] ?? 0)
      const restock = can.includes('restock') && fields[restockField(position)] === 'on'
      return quantity > 0 ? [{ position, quantity, restock }] : []
    }),
    shipping: fields['shipping'] === 'on',
    amount: fields['amount'] || null,
    reason: fields['reason'] ?? '',
  }
}

/** The field values that refund all that is left of the goods and the delivery. */
export function allUnits({ lines, shipping }: AdminOrder): Fields {
  const units = lines.map(({ position, quantity, refundedquantity }) => [
    quantityField(position),
    String(quantity - refundedquantity),
  ])
  return { ...(Object.fromEntries(units) as Fields), ...(shipping > 0 && { shipping: 'on' }) }
}
