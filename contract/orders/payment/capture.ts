import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { text } from '../../fields.ts'

const number = text(20)
  .trim()
  .transform((value) => value.toUpperCase())

export const capturePayment = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/capture',
  audience: 'staff:orders',
  summary: 'Takes all that is left of the authorised payment of an order, before it ships',
  input: z.strictObject({ number }),
  answer: z.object({}),
})

export const releasePayment = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/release-payment',
  audience: 'staff:orders',
  summary: 'Gives back what is authorised of an order and not taken yet. It is due again',
  input: z.strictObject({ number }),
  answer: z.object({}),
})

export const captureEndpoints = [capturePayment, releasePayment] as const
