import { z } from 'zod'
import { amount, id, image, quantity, text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { couponCode, methodId, whichOrder } from './order.ts'
import { orderTotals } from './order-totals.ts'
import { quotedDiscount } from './manual-order.ts'

const place = text(200).trim().optional()

/** The part of an order that its costs depend on, while staff still type it. */
const quoteInput = z.strictObject({
  items: z
    .array(
      z.strictObject({ variantid: id, quantity, price: amount.optional().describe('major units per unit') }),
    )
    .max(100, 'Up to 100 different items'),
  country: place,
  state: place,
  pincode: place,
  taxId: place.describe('VAT number of a business that buys'),
  email: place.describe('of the customer, for coupons that count once per customer'),
  shippingMethod: methodId.optional().describe('absent: the first one'),
  payment: methodId.optional().describe('the totals include its fee; absent: the first choice'),
  coupon: couponCode.nullish(),
  discount: quotedDiscount.nullish(),
  draft: whichOrder.number.optional().describe('the draft whose held units count as available'),
})

const quotedLine = z.object({
  variantid: z.number().int(),
  productid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  sku: z.string(),
  image: image.nullable(),
  quantity: z.number().int(),
  catalogprice: z.number().describe('major units per unit, after the offer'),
  price: z.number().describe('major units per unit, to pay'),
  linetotal: z.number().describe('major units'),
  problem: z.string().nullable().describe('why it cannot be ordered now'),
})
export type QuotedLine = z.infer<typeof quotedLine>

/** A way to send an order. */
export const shippingChoice = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number().describe('major units'),
  arrival: z.string().describe('the promised days, for people'),
})

const choice = z.object({ id: z.string(), name: z.string(), text: z.string() })

export const quoteManualOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/quote',
  audience: 'staff:orders',
  timing: 'read',
  summary: 'Tells what an order of staff would cost now, whether or not its items are in stock',
  input: quoteInput,
  answer: z.object({
    data: z.object({
      lines: z.array(quotedLine).describe('in the order of the items'),
      totals: orderTotals,
      shippingMethod: z.string().describe('the one that the totals include'),
      shippingMethods: z.array(shippingChoice),
      payments: z
        .array(choice)
        .describe('the payment choices of the order; `link` only with a method that is paid before delivery'),
      cashProblem: z.string().nullable().describe('why this order cannot be paid in cash; null: it can'),
      couponProblem: z.string().nullable().describe('why the coupon does not apply'),
      countries: z.array(z.string()).describe('ISO codes of the countries that the shop delivers to'),
    }),
  }),
})
export type ManualQuote = z.output<typeof quoteManualOrder.answer>['data']

const searched = z.strictObject({ q: text(200).trim().min(2, 'Enter at least 2 characters') })

export const getOrderProducts = endpoint({
  method: 'GET',
  path: 'admin/order-products',
  audience: 'staff:orders',
  summary: 'Finds variants for an order by words of their name or by SKU; an exact SKU comes first',
  input: searched,
  answer: z.object({
    data: z
      .array(
        quotedLine
          .pick({
            variantid: true,
            productid: true,
            productname: true,
            options: true,
            sku: true,
            image: true,
          })
          .extend({
            catalogprice: quotedLine.shape.catalogprice,
            available: z.number().int().nullable().describe('units; null: not counted'),
            sellwhensoldout: z.boolean().describe('it can be ordered on backorder'),
          }),
      )
      .describe('up to 20'),
  }),
})
export type OrderProduct = z.output<typeof getOrderProducts.answer>['data'][number]

const knownAddress = z.object({
  fullName: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
})

export const getOrderCustomers = endpoint({
  method: 'GET',
  path: 'admin/order-customers',
  audience: 'staff:orders',
  summary: 'Finds customers for an order by name, email or phone, among accounts and earlier orders',
  input: searched,
  answer: z.object({
    data: z
      .array(
        z.object({
          name: z.string(),
          email: z.string(),
          phone: z.string().describe('empty: unknown'),
          address: knownAddress.nullable().describe('of the account, or of the latest order'),
        }),
      )
      .describe('up to 8'),
  }),
})
export type OrderCustomer = z.output<typeof getOrderCustomers.answer>['data'][number]

export const manualQuoteEndpoints = [quoteManualOrder, getOrderProducts, getOrderCustomers] as const
