import type { Checkout } from '#contract/orders/checkout.ts'
import type { OrderInput } from '#web/data/checkout/checkout-draft.ts'
import type { CheckoutQuery } from '#web/data/checkout/checkout.ts'
import type { ConfirmEvent, SheetContent } from './stripe-js.ts'

/** What the buttons buy. It is JSON. */
export interface ExpressSource {
  /** What is quoted, without the address. */
  query: CheckoutQuery
  /** The order, without what the wallet knows. Any change makes the buttons ask for the costs again. */
  order: Partial<OrderInput>
  /** The checkout of the same order; absent: this page. */
  checkout?: string
}

/**
 * Whether a wallet can pay an order: each line can be ordered at the price that the shopper has seen, and no gift card pays a part,
 * because wallets show what they are asked for as the sum of what is bought.
 */
export const canPayByWallet = ({ wallet, lines, credit }: Checkout): boolean =>
  wallet !== null && credit.covers === 0 && lines.every(({ notices }) => notices.length === 0)

/** What the sheet of the wallet shows of a quote. The chosen delivery comes first. */
export function sheetContent({
  wallet,
  summary,
  shippingMethod,
  shippingMethods,
}: Pick<Checkout, 'wallet' | 'summary' | 'shippingMethod' | 'shippingMethods'>): SheetContent {
  const units = (major: number) => Math.round(major * (wallet?.unit ?? 1))
  const lines = summary.lines.map(({ productname: name, linetotal }) => ({ name, amount: units(linetotal) }))
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  // Stripe refuses a sheet whose parts are more than its amount.
  const rest = (wallet?.amount ?? 0) - sum - units(summary.shipping)
  const lineItems = rest < 0 ? [] : rest === 0 ? lines : [...lines, { name: 'Tax', amount: rest }]
  const isChosen = ({ id }: { id: string }) => id === shippingMethod
  const methods = [...shippingMethods.filter(isChosen), ...shippingMethods.filter((each) => !isChosen(each))]
  const shippingRates = methods.map(({ id, name, price, arrival }) => ({
    id,
    displayName: name,
    amount: units(price),
    deliveryEstimate: arrival.text,
  }))
  return { lineItems, shippingRates }
}

/** The order that the shopper has agreed to in the wallet. What it does not know is empty, and the shop says what it needs. */
export function walletOrder(
  { billingDetails = {}, shippingAddress, shippingRate }: ConfirmEvent,
  { order }: ExpressSource,
  { summary, shippingMethod }: Pick<Checkout, 'summary' | 'shippingMethod'>,
): OrderInput {
  const { line1, line2, city, state, postal_code: pincode, country } = shippingAddress?.address ?? {}
  return {
    ...order,
    contact: { email: billingDetails.email ?? '', phone: billingDetails.phone ?? '' },
    shipping: {
      fullName: shippingAddress?.name || billingDetails.name || '',
      line1: line1 ?? '',
      line2: line2 ?? '',
      city: city ?? '',
      state: state ?? '',
      pincode: pincode ?? '',
      country: country ?? '',
    },
    shippingMethod: shippingRate?.id ?? shippingMethod,
    paymentMethod: 'stripe',
    byWallet: true,
    expectedTotal: summary.total,
  }
}

/** The fields of the checkout with what the wallet knew. */
export function knownFields({ contact, shipping, shippingMethod }: OrderInput): Record<string, string> {
  const known = {
    'contact.email': contact.email,
    'contact.phone': contact.phone,
    ...Object.fromEntries(
      Object.entries(shipping).map(([name, value]) => [`shipping.${name}`, String(value)]),
    ),
    addressId: 'new',
    shippingMethod,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}
