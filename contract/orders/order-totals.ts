import { z } from 'zod'

/** One step of a price calculation. `contained`: the amount (major units) is part of the others and is not added. */
export const priceStep = z.object({ text: z.string(), amount: z.number(), contained: z.boolean() })
export type PriceStep = z.infer<typeof priceStep>

/** Major units: total = subtotal - discount - coupon + shipping, plus tax if prices exclude it. */
export const orderTotals = z.object({
  subtotal: z.number().describe('before offers'),
  discount: z.number().describe('from offers'),
  coupon: z.number().describe('from a coupon, or from staff'),
  shipping: z.number().describe('with `cashfee`'),
  cashfee: z.number().describe('the part of the shipping that only cash on delivery costs'),
  tax: z.number().describe('included in the prices; added to them if taxincluded is false'),
  taxincluded: z.boolean(),
  taxname: z.string().describe('GST, VAT or Sales tax'),
  shippingtax: z.number().describe('the tax of the shipping, part of tax'),
  total: z.number(),
})
export type OrderTotals = z.infer<typeof orderTotals>
