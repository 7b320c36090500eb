import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, picture, quantity } from './fields.ts'
import { orderTotals, priceStep } from './order.ts'

/** What may be wrong with a line of the cart since it was put there. */
export const cartNotices = ['gone', 'sold_out', 'too_many', 'price_up', 'price_down'] as const

export const cartLine = z.object({
  id: z.number().int(),
  productid: z.number().int(),
  variantid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  productimages: z.array(z.string()),
  picture: picture.nullable(),
  quantity: z.number().int(),
  productprice: z.number().describe('major units, what one piece costs now'),
  price_at_add_time: z
    .number()
    .describe('major units, what one piece cost when it was added; for the notice alone'),
  linetotal: z.number().describe('major units'),
  stock: z.number().int().describe('pieces that can be ordered now'),
  notices: z.array(z.enum(cartNotices)),
})
export type CartLine = z.infer<typeof cartLine>

/** Major units. Lines that cannot be ordered do not count. */
export const cartSummary = orderTotals.extend({
  pieces: z.number().int(),
  freeshippingfrom: z.number().nullable().describe('sub total after discount from which shipping is free'),
  lines: z
    .array(
      z.object({
        variantid: z.number().int(),
        productname: z.string(),
        steps: z.array(priceStep),
        linetotal: z.number().describe('major units'),
      }),
    )
    .describe('how each line that counts is computed'),
})
export type CartSummary = z.infer<typeof cartSummary>

/** Who sends this must be the one whose session it is: a check, never a choice. */
export const ownId = id.nullish()

export const getCarts = endpoint({
  method: 'POST',
  path: 'cart/getcarts',
  audience: 'visitor',
  summary: "The caller's cart, the newest line last",
  input: z.object({ userid: ownId }),
  answer: z.object({ data: z.array(cartLine) }),
})

export const addToCart = endpoint({
  method: 'POST',
  path: 'cart/addToCart',
  audience: 'visitor',
  summary:
    'Puts pieces of a variant into the cart, beside those that are there; with an Idempotency-Key, once',
  input: z.object({
    userid: ownId,
    productid: id,
    variantid: id.optional().describe('needed where the product has several'),
    quantity: quantity.default(1),
    price_at_add_time: z.unknown().optional().describe('ignored: the server knows the price'),
  }),
  answer: z.object({ data: z.object({ id: z.number().int(), quantity: z.number().int() }) }),
})

export const updateCart = endpoint({
  method: 'POST',
  path: 'cart/updatecart',
  audience: 'visitor',
  summary: 'Sets the number of pieces of a line',
  input: z
    .strictObject({
      userid: ownId,
      id: id.optional(),
      productid: id.optional(),
      variantid: id.optional(),
      quantity,
    })
    .refine((line) => line.id !== undefined || line.productid !== undefined, {
      path: ['id'],
      error: 'Say which line: its id or its product',
    }),
  answer: z.object({ data: z.object({ id: z.number().int(), quantity: z.number().int() }) }),
})

export const deleteCarts = endpoint({
  method: 'POST',
  path: 'cart/deletecarts',
  audience: 'visitor',
  summary: 'Takes a product out of the cart; with a variantid or a line id only that line',
  input: z
    .object({ userid: ownId, Productid: id.optional(), id: id.optional(), variantid: id.optional() })
    .refine((line) => line.id !== undefined || line.Productid !== undefined, {
      path: ['Productid'],
      error: 'Say which product to take out',
    }),
  answer: z.object({}),
})

export const getCartSummary = endpoint({
  method: 'GET',
  path: 'cart/summary',
  audience: 'visitor',
  summary: 'What the cart costs',
  input: z.strictObject({}),
  answer: z.object({ data: cartSummary }),
})
