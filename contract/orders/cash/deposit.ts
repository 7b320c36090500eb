import { z } from 'zod'
import { text, totalAmount } from '../../fields.ts'

/** What cash on delivery asks for before the order counts, in major units. */
export const checkoutDeposit = z.object({
  amount: z.number().describe('paid online now'),
  rest: z.number().describe('paid on delivery; 0: nothing is left'),
  methods: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('the ways to pay it; the first one, unless the order names another'),
})
export type CheckoutDeposit = z.infer<typeof checkoutDeposit>

/** What the shopper agrees to who pays in cash and a deposit before. */
export const orderDepositInput = {
  depositMethod: text(40)
    .trim()
    .optional()
    .describe('how the deposit of a cash order is paid; absent: by the first method of the checkout'),
  expectedDeposit: totalAmount
    .nullish()
    .describe('deposit of a cash order in major units; any other answers 409 deposit_changed; absent: 0'),
}
