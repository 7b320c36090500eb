import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import type { ShopContext } from '#server/http/route.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { Settings } from '#server/modules/settings/index.ts'

/** A payment method of the checkout. */
export interface PaymentMethod {
  id: string
  name: string
  /** One sentence about what happens next. */
  text: string
  /** on_delivery: the order is confirmed at once. transfer: staff confirm it. online: a provider confirms it. */
  kind: 'on_delivery' | 'transfer' | 'online'
}

/** The method of an order that was paid before staff placed it. The checkout never offers it. */
export const paidDirectly: PaymentMethod = {
  id: 'manual',
  name: 'Paid directly',
  text: 'The shop has received the payment already.',
  kind: 'on_delivery',
}

/** The method of an order that costs nothing, whatever was chosen. */
export const nothingToPay: PaymentMethod = {
  id: 'none',
  name: 'No payment needed',
  text: 'Your order costs nothing.',
  kind: 'on_delivery',
}

/** The methods without a provider. Old orders keep a method that is not offered any more. */
const offlineMethods: readonly PaymentMethod[] = [
  { id: 'cod', name: 'Cash on delivery', text: 'Pay when your order arrives.', kind: 'on_delivery' },
  {
    id: 'bank_transfer',
    name: 'Bank transfer',
    text: 'We send you our bank details and ship your order once your payment arrives.',
    kind: 'transfer',
  },
  {
    id: 'upi',
    name: 'UPI',
    text: 'Pay with any UPI app after you place the order.',
    kind: 'transfer',
  },
  paidDirectly,
  nothingToPay,
]

/** The methods that are paid to the shop's own account. Staff confirm the payment. */
export const transferMethods: readonly string[] = offlineMethods
  .filter(({ kind }) => kind === 'transfer')
  .map(({ id }) => id)

/** All methods without a provider, offered or not. */
export const offlineMethodIds: readonly string[] = offlineMethods.map(({ id }) => id)

/** The methods that the shop offers now. UPI pays rupees only. */
export function paymentMethods(
  settings: Settings<'payment'>,
  providers: readonly PaymentProvider[],
  currency: string,
): PaymentMethod[] {
  const online = providers.map(({ id, name, text }) => ({ id, name, text, kind: 'online' as const }))
  const isOffered: Record<string, boolean> = {
    cod: settings.cod,
    bank_transfer: settings.bank_transfer,
    upi: settings.upi && settings.upi_id !== '' && currency === 'INR',
  }
  return [...online, ...offlineMethods.filter(({ id }) => isOffered[id])]
}

/**
 * Why an order cannot be paid in cash on delivery: a sentence, or null if it can. `possible` is the answer of the delivery zone;
 * `total` and the limit of the settings are minor units.
 */
export function cashProblem(
  { cod_max: limit }: Pick<Settings<'payment'>, 'cod_max'>,
  { possible, total }: { possible: boolean; total: number },
  { currency, locale }: Pick<ShopContext, 'currency' | 'locale'>,
): string | null {
  if (!possible) return 'Cash on delivery isn’t available at this address'
  if (limit === null || total <= limit) return null
  return `Cash on delivery is available for orders up to ${formatMoney(limit, currency, locale)}`
}

/** The display name of a method, whether it is still offered or not. */
export function paymentName(id: string, providers: readonly PaymentProvider[]): string {
  if (id === 'imported') return 'Paid in another shop'
  return [...offlineMethods, ...providers].find((method) => method.id === id)?.name ?? id
}
