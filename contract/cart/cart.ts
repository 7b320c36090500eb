import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, image, quantity } from '../fields.ts'
import { MAX_QUANTITY } from './max-quantity.ts'
import { orderTotals, priceStep } from '../orders/order-totals.ts'

/** What may have changed about a line since it was added. backorder: it can be ordered, and is sent when new stock arrives. */
const cartNotices = ['gone', 'sold_out', 'too_many', 'backorder', 'price_up', 'price_down'] as const

export const cartLine = z.object({
  id: z.number().int(),
  productid: z.number().int(),
  variantid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  productimages: z.array(z.string()),
  image: image.nullable(),
  quantity: z.number().int(),
  productprice: z.number().describe('major units, current price per unit'),
  regularprice: z.number().describe('major units per unit, before the offer'),
  price_at_add_time: z
    .number()
    .describe('major units, price per unit when it was added; only for the notice'),
  linetotal: z.number().describe('major units'),
  stock: z
    .number()
    .int()
    .describe(`units that the line can hold: those available to order, at most ${MAX_QUANTITY}`),
  notices: z.array(z.enum(cartNotices)),
})
export type CartLine = z.infer<typeof cartLine>

/** Major units. Lines that cannot be ordered are not included. */
export const cartSummary = orderTotals.extend({
  quantity: z.number().int().describe('units of all lines that count'),
  freeshippingfrom: z.number().nullable().describe('subtotal after discount from which shipping is free'),
  lines: z
    .array(
      z.object({
        variantid: z.number().int(),
        productname: z.string(),
        steps: z.array(priceStep),
        linetotal: z.number().describe('major units'),
      }),
    )
    .describe('the calculation of each line that counts'),
})
export type CartSummary = z.infer<typeof cartSummary>

/** If sent, it must be the user of the session. It never selects another user. */
export const ownId = id.nullish()

export const getCarts = endpoint({
  method: 'POST',
  path: 'cart/getcarts',
  audience: 'visitor',
  timing: 'read',
  summary: "Reads the caller's cart, oldest line first",
  input: z.object({ userid: ownId }),
  answer: z.object({ data: z.array(cartLine) }),
})

export const addToCart = endpoint({
  method: 'POST',
  path: 'cart/addToCart',
  audience: 'visitor',
  takesIdempotencyKey: true,
  summary: 'Adds units of a variant to the cart',
  input: z.object({
    userid: ownId,
    productid: id,
    variantid: id.optional().describe('required if the product has several'),
    quantity: quantity.default(1),
    price_at_add_time: z.unknown().optional().describe('ignored; the server knows the price'),
  }),
  answer: z.object({ data: z.object({ id: z.number().int(), quantity: z.number().int() }) }),
})

export const updateCart = endpoint({
  method: 'POST',
  path: 'cart/updatecart',
  audience: 'visitor',
  summary: 'Sets the quantity of a line',
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
      error: 'Send the id of the line or of its product',
    }),
  answer: z.object({ data: z.object({ id: z.number().int(), quantity: z.number().int() }) }),
})

export const deleteCarts = endpoint({
  method: 'POST',
  path: 'cart/deletecarts',
  audience: 'visitor',
  summary: 'Removes a product from the cart; with a variantid or a line id only that line',
  input: z
    .object({ userid: ownId, Productid: id.optional(), id: id.optional(), variantid: id.optional() })
    .refine((line) => line.id !== undefined || line.Productid !== undefined, {
      path: ['Productid'],
      error: 'Send the id of the line or of its product',
    }),
  answer: z.object({}),
})

export const getCartSummary = endpoint({
  method: 'GET',
  path: 'cart/summary',
  audience: 'visitor',
  summary: 'Calculates the total of the cart',
  input: z.strictObject({}),
  answer: z.object({ data: cartSummary }),
})
