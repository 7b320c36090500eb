import type { OnlineProvider } from '#server/platform/online-payment.ts'
import type { Settings } from '#server/modules/settings/index.ts'

/** A way to pay. */
export interface PaymentMethodRow {
  id: string
  name: string
  /** What happens next, in a sentence. */
  text: string
  /** door: at delivery; transfer: staff see it arrive; online: at a provider. */
  kind: 'door' | 'transfer' | 'online'
}

/** The ways to pay that the shop has, offered or not any more: orders keep their method. */
const own: readonly PaymentMethodRow[] = [
  { id: 'cod', name: 'Cash on delivery', text: 'You pay when your parcel arrives.', kind: 'door' },
  {
    id: 'bank_transfer',
    name: 'Bank transfer',
    text: 'We send you our bank details and keep your order until the money has arrived.',
    kind: 'transfer',
  },
]

/** The ways to pay that are offered now. */
export function paymentMethods(
  settings: Settings<'payment'>,
  providers: readonly OnlineProvider[],
): PaymentMethodRow[] {
  const online = providers.map(({ id, name, text }) => ({ id, name, text, kind: 'online' as const }))
  const offered: Record<string, boolean> = { cod: settings.cod, bank_transfer: settings.bank_transfer }
  return [...online, ...own.filter(({ id }) => offered[id])]
}

/** What a way to pay is called, also one that is not offered any more. */
export function paymentName(id: string, providers: readonly OnlineProvider[]): string {
  return [...own, ...providers].find((method) => method.id === id)?.name ?? id
}
