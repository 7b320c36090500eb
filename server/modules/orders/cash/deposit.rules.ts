import type { CheckoutDeposit } from '#contract/orders/cash/deposit.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { formatMoney, toMajor, toMinor } from '#server/modules/pricing/index.ts'
import type { CheckoutRules, Settings } from '#server/modules/settings/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { paymentMethods, takesAmount, type PaymentMethod } from '../payments/payment-method.ts'
import { notOffered } from '../placing/quote.ts'

type Money = Pick<ShopContext, 'currency' | 'locale'>

/** What is left to pay of a cash order after gift cards and store credit, in minor units. */
interface CashRest {
  withoutFee: number
  withFee: number
}

/** The deposit of a cash order in minor units, at most all that is left to pay; 0: the shop asks for none. */
export function depositFor(
  {
    cod_deposit: kind,
    cod_deposit_percent: percent,
    cod_deposit_amount: amount,
    cod_deposit_from: from,
  }: Pick<Settings<'payment'>, Extract<keyof Settings<'payment'>, `cod_deposit${string}`>>,
  { withoutFee, withFee }: CashRest,
): number {
  if (kind === 'off' || (from !== null && withoutFee < from)) return 0
  return Math.min(withFee, kind === 'percent' ? Math.round((withFee * percent) / 100) : amount)
}

/** The deposit of a cash order, and how it can be paid. */
export interface DepositTerms {
  /** Minor units; 0: none. */
  amount: number
  methods: PaymentMethod[]
  /** Why it cannot be paid: a sentence without its full stop, or null. */
  problem: string | null
}

/** The deposit that an order needs if it is paid in cash. It is always paid online, so the shop knows at once that it has arrived. */
export function depositTerms(
  payment: Settings<'payment'>,
  online: readonly ConnectedProvider[],
  rest: CashRest,
  { currency, locale }: Money,
): DepositTerms {
  const amount = depositFor(payment, rest)
  if (amount === 0) return { amount, methods: [], problem: null }
  const methods = paymentMethods(payment, online, currency).filter(
    ({ id, kind }) => kind === 'online' && takesAmount(online, id, amount, currency),
  )
  const problem = `Cash on delivery needs a deposit of ${formatMoney(amount, currency, locale)}, which can’t be paid online at the moment`
  return { amount, methods, problem: methods.length > 0 ? null : problem }
}

/** The deposit for the checkout; null: there is none, or it cannot be paid. `rest`: what is due with it, in minor units. */
export function depositToView(
  { amount, methods }: DepositTerms,
  rest: number,
  { currency }: Money,
): CheckoutDeposit | null {
  if (methods.length === 0) return null
  return {
    amount: toMajor(amount, currency),
    rest: toMajor(rest - amount, currency),
    methods: methods.map(({ id, name }) => ({ id, name })),
  }
}

/** The part of an order draft that its deposit depends on. */
interface DepositDraft {
  context: { shop: Money }
  /** `expectedDeposit` in major units. */
  input: { depositMethod?: string | undefined; expectedDeposit?: number | null | undefined }
  basis: { rules: Pick<CheckoutRules, 'payment'>; online: readonly ConnectedProvider[] }
  forCustomer?: object
}

/**
 * The deposit of an order in minor units, and how it is paid; undefined without one. Staff have spoken with the customer, so their orders have none. AppError 400
 * if it cannot be paid or for a method that is not offered, 409 `deposit_changed` with the present one if the shopper saw another.
 */
export function agreedDeposit(
  { context: { shop }, input, basis: { rules, online }, forCustomer }: DepositDraft,
  { id: methodId }: PaymentMethod,
  rest: CashRest,
): { amount: number; method: PaymentMethod } | undefined {
  if (forCustomer || methodId !== 'cod') return undefined
  const { depositMethod, expectedDeposit } = input
  const terms = depositTerms(rules.payment, online, rest, shop)
  const { amount, methods, problem } = terms
  if (problem !== null)
    throw new AppError(400, 'invalid_input', problem, [{ path: 'paymentMethod', message: problem }])
  if (toMinor(expectedDeposit ?? 0, shop.currency) !== amount) throw depositChanged(terms, rest.withFee, shop)
  if (amount === 0) return undefined
  const method = depositMethod === undefined ? methods[0] : methods.find(({ id }) => id === depositMethod)
  if (!method) throw notOffered('depositMethod', 'This payment method')
  return { amount, method }
}

function depositChanged(terms: DepositTerms, rest: number, shop: Money): AppError {
  const money = formatMoney(terms.amount, shop.currency, shop.locale)
  const message =
    terms.amount === 0
      ? 'No deposit is needed any more. Please review your order and place it again.'
      : `Cash on delivery needs a deposit of ${money} now. Please review it and place your order again.`
  const issues = [{ path: 'paymentMethod', message }]
  const deposit = depositToView(terms, rest, shop)
  return new AppError(409, 'deposit_changed', message, issues, undefined, { deposit })
}
