import type { PaymentAccount, PaymentAccounts } from '#contract/payment-accounts/payment-account.ts'
import { onlineProviders, providerNames, type OnlineProvider } from '#contract/payment-accounts/providers.ts'
import type { AllSettings } from '#contract/settings/settings.ts'
import { stateOf, type WayState } from './way-state.tsx'

/** A way to pay, as the settings list it. */
export interface Way {
  id: string
  name: string
  state: WayState
  /** Shoppers see it. */
  isOffered: boolean
  provider?: OnlineProvider
  account?: PaymentAccount
  /** The environment has its keys. */
  isOfEnvironment?: boolean
}

/** All ways to pay: first those that shoppers see, in their order, then the others. */
export function waysToPay(
  { payment }: Pick<AllSettings, 'payment'>,
  { accounts, environment }: Pick<PaymentAccounts, 'accounts' | 'environment'>,
  currency: string,
): Way[] {
  const online = onlineProviders.map((provider): Way => {
    const account = accounts.find((each) => each.provider === provider && each.state === 'in_use')
    const isOfEnvironment = environment?.provider === provider
    return {
      id: provider,
      name: providerNames[provider],
      state: isOfEnvironment ? environment.mode : stateOf(account),
      isOffered: isOfEnvironment || account?.problem === '',
      provider,
      isOfEnvironment,
      ...(account && { account }),
    }
  })
  const offline: [id: string, name: string, isOn: boolean][] = [
    ['cod', 'Cash on delivery', Boolean(payment.cod)],
    ['bank_transfer', 'Bank transfer', Boolean(payment.bank_transfer)],
    ...(currency === 'INR'
      ? [['upi', 'UPI without a provider', Boolean(payment.upi)] as [string, string, boolean]]
      : []),
  ]
  const ways = [
    ...online,
    ...offline.map(([id, name, isOn]): Way => ({ id, name, state: isOn ? 'on' : 'off', isOffered: isOn })),
  ]
  const place = ({ id, isOffered }: Way) =>
    !isOffered ? Infinity : payment.order.includes(id) ? payment.order.indexOf(id) : payment.order.length
  return ways.toSorted((a, b) => place(a) - place(b) || 0)
}
