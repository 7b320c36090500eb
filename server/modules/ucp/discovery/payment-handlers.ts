import type { PaymentMethod } from '#server/modules/orders/index.ts'
import { UCP_VERSION } from '../operation.ts'
import { reversedHost } from './host-name.ts'

/** A way to pay at the shop, as the protocol lists it. */
export interface PaymentHandler {
  /** The id of the payment method. Instruments name it as their `handler_id`. */
  id: string
  version: string
  spec: string
  schema: string
  available_instruments: { type: string }[]
}

/** The last part of a handler's name and address, which is also the type of its instruments. */
export const handlerNameOf = ({ id }: Pick<PaymentMethod, 'id'>): string =>
  id === 'cod' ? 'cash_on_delivery' : id

/** Payment handlers by name for these methods of the shop. The domain of a name is the host of its documents. */
export function paymentHandlers(
  origin: string,
  methods: readonly Pick<PaymentMethod, 'id'>[],
): Record<string, PaymentHandler[]> {
  const domain = reversedHost(origin)
  return Object.fromEntries(
    methods.map((method) => {
      const type = handlerNameOf(method)
      const spec = `${origin}/ucp/handlers/${type}`
      const handler = { id: method.id, version: UCP_VERSION, spec, schema: `${spec}.json` }
      return [`${domain}.${type}`, [{ ...handler, available_instruments: [{ type }] }]]
    }),
  )
}
