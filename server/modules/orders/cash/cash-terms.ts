import { PICK_UP, type OrderAddress } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { coverTotal } from '#server/modules/credit/index.ts'
import { sumParts, type CreditBasis } from '../credit/cover.rules.ts'
import type { Quote } from '../placing/quote.ts'
import { isGiftLine, PAID_IN_ADVANCE } from '../credit/gift-lines.rules.ts'
import { cashProblem } from './cash.rules.ts'

/** Whether an order can be paid in cash on delivery, and what that costs. */
export interface CashTerms {
  /** A sentence without its full stop; null: it can. */
  problem: string | null
  /** In minor units; 0 also if the order cannot be paid in cash. */
  fee: number
}

/** The part of an order draft that the terms depend on. */
interface CashDraft {
  context: { shop: Pick<ShopContext, 'currency' | 'locale'> }
  input: { paymentMethod: string }
  basis: { rules: CheckoutRules; credit?: CreditBasis }
  forCustomer?: { method: { id: string } }
}

/**
 * The terms of cash on delivery for a quote without its fee. `rest`: what gift cards and store credit leave to pay of it. Nothing is
 * delivered to a customer who picks the order up, and no fee is due.
 */
export function cashTerms(
  { rules: { payment }, shop }: { rules: CheckoutRules; shop: Pick<ShopContext, 'currency' | 'locale'> },
  { option, lines }: Pick<Quote, 'option' | 'lines'>,
  { rest, postalCode }: { rest: number; postalCode: string | undefined },
): CashTerms {
  const isPickUp = option.id === PICK_UP
  const order = { possible: option.cash, total: rest, postalCode: isPickUp ? undefined : postalCode, lines }
  const problem = lines.some(isGiftLine) ? PAID_IN_ADVANCE : cashProblem(payment, order, shop)
  const isCharged = payment.cod && problem === null && rest > 0 && !isPickUp
  return { problem, fee: isCharged ? payment.cod_fee : 0 }
}

/** The terms of an order. The fee is only due if the order is paid in cash. */
export function termsOf(
  { context: { shop }, input, basis, forCustomer }: CashDraft,
  quote: Quote,
  { pincode }: OrderAddress,
): CashTerms {
  const { total } = quote.totals
  const covered = coverTotal(total, basis.credit?.sources ?? [])
  const due = { rest: total - sumParts(covered), postalCode: pincode }
  const terms = cashTerms({ rules: basis.rules, shop }, quote, due)
  const isChosen = (forCustomer?.method.id ?? input.paymentMethod) === 'cod'
  return isChosen ? terms : { ...terms, fee: 0 }
}

/** AppError 400 if what is left to pay cannot be paid to the courier. */
export function requireCash({ problem: message }: CashTerms): void {
  if (message !== null)
    throw new AppError(400, 'invalid_input', message, [{ path: 'paymentMethod', message }])
}
