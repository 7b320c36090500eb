import type { OrderAccess } from '#web/data/checkout/orders.ts'

/** The reasons on offer. The shop reads them as text. */
export const returnReasons = [
  'Does not fit',
  'Not as described',
  'Damaged or faulty',
  'Wrong item',
  'Changed my mind',
  'Other',
] as const

export const quantityField = (lineId: number) => `quantity.${lineId}`

/** Makes the request from the fields of the form. Lines without units are left out. The shop refunds what comes back. */
export function returnInput({ number, accessToken }: OrderAccess, fields: Readonly<Record<string, unknown>>) {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const [, lineId] = /^quantity\.(\d+)$/.exec(name) ?? []
    const quantity = Number(value)
    return lineId && quantity > 0 ? [{ lineId: Number(lineId), quantity, reason: fields['reason'] }] : []
  })
  return { number, ...(accessToken !== undefined && { accessToken }), lines, wish: 'refund' }
}
