import { sourceName, type CreditPayment } from '#server/modules/credit/index.ts'

/** What one gift card or store credit has paid of an order, for people. Amounts are minor units. */
export interface PaidByCredit {
  /** “Gift card •••• K2MX”, “Store credit”. */
  name: string
  amount: number
  givenBack: number
}

/** Where a refund goes that fills a new gift card. */
export const NEW_GIFT_CARD = 'New gift card'

/** What credit has paid of an order, oldest first. */
export const paidByCredit = (payments: readonly CreditPayment[]): PaidByCredit[] =>
  payments.map(({ amount, givenBack, ...source }) => ({ name: sourceName(source), amount, givenBack }))

/** The name within a sentence: “gift card •••• K2MX”. */
export const inSentence = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** “Paid by gift card •••• K2MX” */
export const paidByText = (name: string): string => `Paid by ${inSentence(name)}`
