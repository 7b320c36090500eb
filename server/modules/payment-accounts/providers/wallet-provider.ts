import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { takesCurrency } from '../test-payments/test-payment.rules.ts'

/** A provider whose wallet buttons browsers can show. */
type WalletProvider = ConnectedProvider &
  Required<Pick<ConnectedProvider, 'wallets'>> & { publishableKey: string }

/** The provider that wallets such as Apple Pay are paid with; undefined: the shop shows no buttons of wallets. */
export const walletProvider = (
  offered: readonly ConnectedProvider[],
  currency: string,
): WalletProvider | undefined =>
  offered.find(
    (provider): provider is WalletProvider =>
      provider.wallets !== undefined && Boolean(provider.publishableKey) && takesCurrency(provider, currency),
  )
