import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment, text, totalAmount } from '../fields.ts'
import { giftRecipient } from './gift-recipient.ts'
import { MAX_GIFT_CARDS } from './max-gift-cards.ts'

/** A gift card whose code was entered: what the checkout sends in place of the code. It is valid for a day. */
const giftCardPass = text(100)
  .trim()
  .regex(/^\d{1,10}\.\d{1,12}\.[A-Za-z0-9_-]{43}$/, 'Enter the gift card again')

/** Several passes in one text, as the address of a call has them. */
export const giftCardPasses = text(1100)
  .trim()
  .transform((typed) => typed.split(' ').filter(Boolean))
  .pipe(z.array(giftCardPass).max(MAX_GIFT_CARDS, `Up to ${MAX_GIFT_CARDS} gift cards`))

/** What of an order gift cards and store credit are to pay, and who gets the gift cards that it sells. */
export const orderCreditInput = {
  gift: giftRecipient.nullish().describe('absent: the buyer gets the gift cards of the order, at once'),
  giftCards: z
    .array(giftCardPass)
    .max(MAX_GIFT_CARDS, `Up to ${MAX_GIFT_CARDS} gift cards`)
    .optional()
    .describe('passes of gift cards, which pay in this order before the payment method'),
  storeCredit: z
    .boolean()
    .optional()
    .describe('the store credit of the signed-in customer pays after the gift cards'),
  expectedCredit: totalAmount
    .nullish()
    .describe('major units that they pay; any other amount answers 409 credit_changed'),
}

/** What gift cards and store credit have paid of an order, in major units. */
export const paidByCredit = z
  .array(z.object({ name: z.string(), amount: z.number(), givenBack: z.number().describe('of the amount') }))
  .describe('what gift cards and store credit have paid, in major units; part of paid')

export const checkGiftCard = endpoint({
  method: 'POST',
  path: 'checkout/gift-cards',
  audience: 'visitor',
  timing: 'read',
  summary: 'Checks the code of a gift card and answers its balance, and the pass that pays with it',
  input: z.strictObject({ code: text(60).trim().min(1, 'Enter the code of the gift card') }),
  answer: z.object({
    data: z.object({
      pass: z.string(),
      ending: z.string().describe('the last characters of the code'),
      balance: z.number().describe('major units'),
      currency: z.string(),
      expiresAt: moment.nullable(),
    }),
  }),
})

/** What gift cards and store credit pay of an order, in major units. */
export const checkoutCredit = z.object({
  cards: z.array(
    z.object({
      pass: z.string(),
      ending: z.string(),
      balance: z.number(),
      covers: z.number().describe('what it pays of this order'),
      problem: z.string().nullable().describe('why it does not pay'),
    }),
  ),
  storeCredit: z
    .object({ balance: z.number(), covers: z.number() })
    .nullable()
    .describe('of the signed-in customer; null: there is none'),
  covers: z.number().describe('by all of them'),
  rest: z.number().describe('left to pay in another way'),
  problem: z.string().nullable().describe('why this order cannot be paid with them'),
})
export type CheckoutCredit = z.infer<typeof checkoutCredit>
