import type { CheckoutDeposit } from '#contract/orders/cash/deposit.ts'
import { isPostalCodeListed } from '#contract/settings/cash-settings.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { LineRow } from '#server/modules/cart/index.ts'
import { formatMoney, toMajor, toMinor } from '#server/modules/pricing/index.ts'
import type { Settings } from '#server/modules/settings/index.ts'

type CashSettings = Pick<
  Settings<'payment'>,
  Exclude<Extract<keyof Settings<'payment'>, `cod${string}`>, `cod_deposit${string}`>
>

/** What the conditions of cash on delivery are about. */
export interface CashOrder {
  /** The answer of the delivery zone. */
  possible: boolean
  /** What is left to pay without the fee, in minor units. */
  total: number
  /** Of the destination; absent: not known yet. */
  postalCode?: string | undefined
  /** The items of a new order. An order that exists keeps its items and may fall below the smallest total. */
  lines?: readonly Pick<LineRow, 'productId' | 'categoryId' | 'name'>[]
}

/** Why an order cannot be paid in cash on delivery: a sentence without its full stop, or null if it can. */
export function cashProblem(
  settings: CashSettings,
  { possible, total, postalCode, lines }: CashOrder,
  { currency, locale }: Pick<ShopContext, 'currency' | 'locale'>,
): string | null {
  if (!possible) return 'Cash on delivery isn’t available at this address'
  if (postalCode !== undefined && !isCodeServed(settings, postalCode))
    return `Cash on delivery isn’t available ${postalCode ? `for ${postalCode}` : 'at this address'}`
  const excluded = lines?.find((line) => isExcluded(settings, line))
  if (excluded) return `Cash on delivery isn’t available for ${excluded.name}`
  const money = (minor: number) => formatMoney(minor, currency, locale)
  const { cod_min: min, cod_max: max } = settings
  if (lines && lines.length > 0 && min !== null && total < min)
    return `Cash on delivery is available for orders from ${money(min)}`
  if (max === null || total <= max) return null
  return `Cash on delivery is available for orders up to ${money(max)}`
}

/** Whether the courier takes cash at a postal code. */
export const isCodeServed = (
  { cod_allowed_codes: allowed, cod_refused_codes: refused }: CashSettings,
  postalCode: string,
): boolean =>
  (allowed.length === 0 || isPostalCodeListed(postalCode, allowed)) &&
  !isPostalCodeListed(postalCode, refused)

/** Whether a product is not sold for cash. */
export const isExcluded = (
  { cod_excluded_products: products, cod_excluded_categories: categories }: CashSettings,
  { productId, categoryId }: Pick<LineRow, 'productId' | 'categoryId'>,
): boolean => products.includes(productId) || categories.includes(categoryId)

/** Cash as a choice among the methods, with what it costs and asks for now. `fee`: minor units. */
export function cashChoice<M extends { text: string; kind: string }>(
  method: M,
  fee: number,
  methods: readonly { kind: string }[],
  { currency, locale }: Pick<ShopContext, 'currency' | 'locale'>,
  deposit: CheckoutDeposit | null = null,
): M & { fee: number } {
  const money = (minor: number) => formatMoney(minor, currency, locale)
  const major = (amount: number) => money(toMinor(amount, currency))
  const text = deposit
    ? `Pay a deposit of ${major(deposit.amount)} now${deposit.rest > 0 ? `, and ${major(deposit.rest)} when your order arrives` : ''}.`
    : method.text
  if (fee === 0) return { ...method, fee, text }
  const others = methods.some(({ kind }) => kind !== 'on_delivery')
  const about = others
    ? `Pay ${deposit ? 'all of it ' : ''}now and save ${money(fee)}.`
    : `A fee of ${money(fee)} is added.`
  return { ...method, fee: toMajor(fee, currency), text: `${text} ${about}` }
}
