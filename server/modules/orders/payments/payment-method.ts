import { isOnlineProvider, providerNames } from '#contract/payment-accounts/providers.ts'
import { takesCurrency } from '#server/modules/payment-accounts/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import type { CreditSource } from '#server/modules/credit/index.ts'
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

const received = { text: 'Received already.', kind: 'on_delivery' } as const

/** Money that staff received in a way that they do not name. */
export const paidDirectly: PaymentMethod = { id: 'manual', name: 'Paid directly', ...received }

/** Payments that staff have received before they place the order, by the name of the choice. The checkout never offers them. */
export const directPayments: Readonly<Record<string, PaymentMethod>> = {
  cash: { id: 'cash', name: 'Cash', ...received },
  card: { id: 'card', name: 'Card terminal', ...received },
  upi_paid: { id: 'upi_paid', name: 'UPI, received', ...received },
  paid: paidDirectly,
}

const covered = { text: 'Nothing is left to pay.', kind: 'on_delivery' } as const

/** The methods of an order that gift cards or store credit pay in full. The checkout offers them as parts, not as methods. */
export const creditMethods: Readonly<Record<CreditSource['kind'], PaymentMethod>> = {
  gift_card: { id: 'gift_card', name: 'Gift card', ...covered },
  store_credit: { id: 'store_credit', name: 'Store credit', ...covered },
}

/** Whether a payment is of a gift card or of store credit. */
export const isCredit = (provider: string): boolean => provider in creditMethods

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
  ...Object.values(directPayments),
  ...Object.values(creditMethods),
  nothingToPay,
]

/** The methods that are paid to the shop's own account. Staff confirm the payment. */
export const transferMethods: readonly string[] = offlineMethods
  .filter(({ kind }) => kind === 'transfer')
  .map(({ id }) => id)

/** All methods without a provider, offered or not. */
export const offlineMethodIds: readonly string[] = offlineMethods.map(({ id }) => id)

/** The methods that the shop offers now. UPI pays rupees only, and a provider what it takes. */
export function paymentMethods(
  settings: Settings<'payment'>,
  providers: readonly ConnectedProvider[],
  currency: string,
): PaymentMethod[] {
  const suitable = providers.filter((provider) => takesCurrency(provider, currency))
  const online = suitable.map(({ id, name, text, mode }) => ({
    id,
    name,
    text: mode === 'test' ? `Test mode: no money moves. ${text}` : text,
    kind: 'online' as const,
  }))
  const isOffered: Record<string, boolean> = {
    cod: settings.cod,
    bank_transfer: settings.bank_transfer,
    upi: settings.upi && settings.upi_id !== '' && currency === 'INR',
  }
  const place = (id: string) => (settings.order.includes(id) ? settings.order.indexOf(id) : Infinity)
  const methods = [...online, ...offlineMethods.filter(({ id }) => isOffered[id])]
  return methods.toSorted((a, b) => place(a.id) - place(b.id) || 0)
}

/** The display name of a method, whether it is still offered or not. */
export function paymentName(
  id: string,
  providers: readonly Pick<ConnectedProvider, 'id' | 'name'>[],
): string {
  if (id === 'imported') return 'Paid in another shop'
  const method = [...offlineMethods, ...providers].find((each) => each.id === id)
  return method?.name ?? (isOnlineProvider(id) ? providerNames[id] : id)
}

/** Whether a provider takes exactly this amount, in minor units. */
export const takesAmount = (
  providers: readonly ConnectedProvider[],
  id: string,
  amount: number,
  currency: string,
): boolean => providers.some((each) => each.id === id && each.problem(amount, currency) === null)
