import type { Customer } from '#contract/identity/customer.ts'
import { money } from '#web/lib/format/money.ts'

/** What a customer spent, in each currency; zero in the currency of the shop if nothing. */
export function spentText(spent: Customer['spent'], shop: { locale: string; currency: string }): string {
  const amounts = spent.length > 0 ? spent : [{ currency: shop.currency, amount: 0 }]
  return amounts.map(({ amount, currency }) => money(amount, { locale: shop.locale, currency })).join(' + ')
}
