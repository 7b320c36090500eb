import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { email, newPassword, register } from '../identity/auth.ts'
import { whichOrder } from './order.ts'

/** The number as people type it: in any case, with or without hyphens, prefix and a number sign. Its letters and digits remain. */
export const typedNumber = text(40)
  .trim()
  .min(1, 'Enter your order number')
  .transform((typed) => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))

export const findGuestOrder = endpoint({
  method: 'POST',
  path: 'orders/find',
  audience: 'visitor',
  summary: 'Finds an order that was placed without an account, by its number and email',
  input: z.strictObject({ number: typedNumber, email }),
  answer: z.object({ data: z.object({ number: z.string(), accessToken: z.string() }) }),
})

export const orderAgain = endpoint({
  method: 'POST',
  path: 'orders/:number/again',
  audience: 'visitor',
  summary: 'Puts the items of an order into the cart, as far as they are available',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: z.object({ missing: z.array(z.string()).describe('names of items') }) }),
})

export const openOrderAccount = endpoint({
  method: 'POST',
  path: 'orders/:number/account',
  audience: 'visitor',
  summary: 'Creates an account with the name and email of a guest’s order, which moves into it, and signs in',
  input: z.strictObject({ ...whichOrder, password: newPassword }),
  answer: register.answer,
})
