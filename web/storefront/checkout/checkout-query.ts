import { MAX_TAX_ID_LENGTH } from '#contract/tax/gstin.ts'
import type { Address } from '#contract/identity/account.ts'
import type { CheckoutQuery } from '#web/data/checkout/checkout.ts'
import type { BuyNowItem } from './buy-now-item.ts'
import { deliveryDestination, selectAddress, type Fields } from './checkout-body.ts'

/** What the shop is asked about an order: the items, the destination and the choices so far. Unknown parts are left out. */
export function checkoutQuery(
  fields: Fields,
  { addresses, item }: { addresses: readonly Address[]; item: BuyNowItem | undefined },
): CheckoutQuery {
  const countries = addresses.map(({ country }) => country)
  const { saved } = selectAddress(addresses, fields, countries)
  const taxId = (fields['billing.taxId'] ?? '').trim()
  const query = {
    items: item && JSON.stringify([item]),
    ...deliveryDestination(fields, saved),
    shippingMethod: fields['shippingMethod'],
    paymentMethod: fields['paymentMethod'],
    coupon: fields['coupon'],
    giftCards: fields['giftCards'],
    storeCredit: fields['storeCredit'] === 'on' ? ('1' as const) : undefined,
    // A VAT number changes the tax of a sale to another country. The order refuses one that is too long.
    taxId: taxId.length <= MAX_TAX_ID_LENGTH ? taxId : '',
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value))
}
