import { ProviderRefusal } from '../payment-provider.ts'
import { toDecimal } from '../provider-amount.ts'
import { NAME } from './paypal-session.ts'

/** How many decimals PayPal takes in a currency. */
export const decimalsOf = (currency: string) => (['HUF', 'JPY', 'TWD'].includes(currency) ? 0 : 2)

/** A key in the form of PayPal's ids: letters, digits and a few signs. */
export const keyOf = (key: string) => key.replaceAll(/[^\w.-]/g, '.').slice(0, 108)

/** Minor units as PayPal takes them. A `ProviderRefusal` for an amount that it does not take exactly. */
export function moneyOf(amount: number, currency: string): { currency_code: string; value: string } {
  const value = toDecimal(amount, currency, decimalsOf(currency))
  if (value === undefined)
    throw new ProviderRefusal(`${NAME} does not take ${amount} minor units of ${currency}`)
  return { currency_code: currency, value }
}
