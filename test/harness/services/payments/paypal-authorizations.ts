import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Refused, Reply } from './payment-server.ts'
import { newCapture, type Authorization, type Capture, type Money, type PaypalOrder } from './paypal-forms.ts'

const cents = ({ value }: Money): number => Math.round(Number(value) * 100)

const capturedOf = ({ captures }: PaypalOrder) =>
  captures.reduce((sum, { status, amount }) => sum + (status === 'DECLINED' ? 0 : cents(amount)), 0)

/** What is reserved of an order and was not captured, in cents. */
export const reservedOf = (order: PaypalOrder): number =>
  Date.parse(order.authorization?.expiration_time ?? '') > Date.now() &&
  (order.authorization?.status === 'CREATED' || order.authorization?.status === 'PARTIALLY_CAPTURED')
    ? cents(order.authorization.amount) - capturedOf(order)
    : 0

interface AccountParts {
  orders: readonly PaypalOrder[]
  missing(): Refused
  unprocessable(issue: string, message: string): Refused
  read<S extends z.ZodType>(schema: S, body: string): z.output<S>
  shownCapture(order: PaypalOrder, capture: Capture): object
}

/** Captures and releases of authorised payments, following Payments v2.5. */
export function paypalAuthorizations({ orders, missing, unprocessable, read, shownCapture }: AccountParts) {
  /** The first status of new captures. */
  const begins: Pick<Capture, 'status'> = { status: 'COMPLETED' }
  const find = (id: string): PaypalOrder & { authorization: Authorization } => {
    const order = orders.find(({ authorization }) => authorization?.id === id)
    if (!order?.authorization) throw missing()
    return order as PaypalOrder & { authorization: Authorization }
  }
  return {
    begins,

    capture(id: string, body: string): Reply {
      const order = find(id)
      const { authorization } = order
      const { amount, invoice_id, final_capture: isLast } = read(newCapture, body)
      if (order.captures.some((one) => one.invoice_id === invoice_id))
        throw unprocessable('DUPLICATE_INVOICE_ID', 'Requested invoice_id has been previously captured.')
      if (authorization.status === 'VOIDED')
        throw unprocessable(
          'AUTHORIZATION_VOIDED',
          'A voided authorization cannot be captured or reauthorized.',
        )
      if (Date.parse(authorization.expiration_time) <= Date.now())
        throw unprocessable('AUTHORIZATION_EXPIRED', 'An expired authorization cannot be captured.')
      if (authorization.status === 'CAPTURED')
        throw unprocessable('AUTHORIZATION_ALREADY_CAPTURED', 'Authorization has previously been captured.')
      if (cents(amount) > reservedOf(order) || cents(amount) === 0)
        throw unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED', 'Capture amount exceeds allowable limit.')
      const made: Capture = {
        id: randomBytes(8).toString('hex').toUpperCase(),
        invoice_id,
        amount,
        ...begins,
      }
      order.captures.push(made)
      const isWhole = capturedOf(order) === cents(authorization.amount)
      authorization.status = isLast || isWhole ? 'CAPTURED' : 'PARTIALLY_CAPTURED'
      return { status: 201, body: shownCapture(order, made) }
    },

    release(id: string): Reply {
      const { authorization } = find(id)
      if (authorization.status === 'CAPTURED')
        throw unprocessable('PREVIOUSLY_CAPTURED', 'Authorization has been previously captured.')
      if (authorization.status === 'VOIDED')
        throw unprocessable('PREVIOUSLY_VOIDED', 'Authorization has been previously voided.')
      authorization.status = 'VOIDED'
      return { status: 200, body: authorization }
    },
  }
}
