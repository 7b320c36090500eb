import { z } from 'zod'
import { cartLine, cartSummary } from '../cart/cart.ts'
import { endpoint } from '../endpoint.ts'
import { checkoutCredit, giftCardPasses } from '../credit/checkout-credit.ts'
import { flag, jsonText, text } from '../fields.ts'
import { tidyPostalCode } from './address/address-format.ts'
import { deliveryRange } from './delivery/delivery.ts'
import { checkoutDeposit } from './cash/deposit.ts'
import { couponCode, taxIdText, wantedItems } from './order.ts'

/** A line of the checkout. */
export const checkoutLine = cartLine.omit({ id: true, productimages: true })
export type CheckoutLine = z.infer<typeof checkoutLine>

const deliveryMethod = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number().describe('major units, for this cart and address'),
  days: z.object({ from: z.number().int(), to: z.number().int() }).describe('working days'),
  arrival: deliveryRange,
})
const paymentMethod = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string().describe('a sentence or two about what happens next'),
  fee: z.number().describe('major units, which this method adds to the total; 0: none'),
})
const place = text(60).trim().optional()

export const getCheckout = endpoint({
  method: 'GET',
  path: 'checkout',
  audience: 'visitor',
  summary: 'Quotes the cart or the items for an address, with delivery and payment methods',
  input: z.strictObject({
    items: jsonText(wantedItems).optional().describe('JSON text; absent: the cart'),
    country: place,
    state: place,
    pincode: place.transform((code) => code && tidyPostalCode(code)),
    shippingMethod: place,
    paymentMethod: place.describe('absent, or not offered: the first one'),
    coupon: couponCode.optional(),
    giftCards: giftCardPasses.optional().describe('passes of gift cards, with spaces between them'),
    storeCredit: flag.optional().describe('whether the store credit of the customer pays too'),
    taxId: taxIdText.optional().describe('VAT number of a business that buys'),
  }),
  answer: z.object({
    data: z.object({
      lines: z.array(checkoutLine),
      summary: cartSummary,
      shippingMethod: z.string().describe('the one that the summary includes'),
      shippingMethods: z.array(deliveryMethod),
      paymentMethod: z.string().describe('the one whose fee the summary includes; empty: there is none'),
      paymentMethods: z.array(paymentMethod),
      wallet: z
        .object({
          amount: z.number().int().describe('what a wallet is asked for, in the units of its script'),
          unit: z.number().int().describe('units of its script in one major unit'),
          isLater: z.boolean().describe('the money is only reserved'),
        })
        .nullable()
        .describe('null: no wallet of the browser can pay this'),
      credit: checkoutCredit,
      sellsGiftCards: z.boolean().describe('a recipient can be entered'),
      deposit: checkoutDeposit
        .nullable()
        .describe('what cash on delivery asks for now; null: nothing, or cash is not offered'),
      cashProblem: z.string().nullable().describe('why this order cannot be paid in cash; null: it can'),
      countries: z.array(z.string()).describe('ISO codes of the countries that the shop delivers to'),
      countrynames: z.array(z.string()).describe('of these countries, in the same order'),
      coupon: z
        .object({ code: z.string(), problem: z.string().nullable().describe('why it does not apply') })
        .nullable(),
    }),
  }),
})
export type Checkout = z.output<typeof getCheckout.answer>['data']
