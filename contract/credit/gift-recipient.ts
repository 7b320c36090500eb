import { z } from 'zod'
import { day, text } from '../fields.ts'
import { email } from '../identity/auth.ts'

/** Who gets the gift cards that an order sells, and when. */
export const giftRecipient = z.strictObject({
  email: z
    .union([z.literal(''), email])
    .default('')
    .describe('empty: the buyer'),
  name: text(200).trim().default(''),
  message: text(500).trim().default('').describe('printed in the email'),
  sendOn: z
    .union([z.literal(''), day])
    .default('')
    .describe('the email goes out on this day; empty or past: at once'),
})
