import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { cartLine } from './cart.ts'

const variant = { variantid: id }

export const getSavedLines = endpoint({
  method: 'GET',
  path: 'cart/saved',
  audience: 'visitor',
  summary: 'Lists what the caller has saved for later, newest first',
  input: z.strictObject({}),
  answer: z.object({ data: z.array(cartLine) }),
})

export const saveLine = endpoint({
  method: 'POST',
  path: 'cart/saved',
  audience: 'visitor',
  summary: 'Moves a line of the cart to what is saved for later',
  input: z.strictObject(variant),
  answer: z.object({}),
})

export const restoreLine = endpoint({
  method: 'POST',
  path: 'cart/saved/:variantid/restore',
  audience: 'visitor',
  summary: 'Moves a saved line back to the cart, with at most the available units',
  input: z.strictObject(variant),
  answer: z.object({}),
})

export const discardSavedLine = endpoint({
  method: 'DELETE',
  path: 'cart/saved/:variantid',
  audience: 'visitor',
  summary: 'Removes a saved line',
  input: z.strictObject(variant),
  answer: z.object({}),
})
