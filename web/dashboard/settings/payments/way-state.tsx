import type { PaymentAccount } from '#contract/payment-accounts/payment-account.ts'

/** What a way to pay does now, in words. */
export type WayState = 'off' | 'on' | 'not_connected' | 'test' | 'live' | 'attention'

const labels: Record<WayState, string> = {
  off: 'Off',
  on: 'On',
  not_connected: 'Not connected',
  test: 'Test mode',
  live: 'Live',
  attention: 'Needs attention',
}

const styles: Record<WayState, string> = {
  off: 'bg-ground text-quiet',
  on: 'bg-success/12 text-success',
  not_connected: 'bg-ground text-quiet',
  test: 'bg-warning/12 text-warning',
  live: 'bg-success/12 text-success',
  attention: 'bg-danger/12 text-danger',
}

export function WayBadge({ state }: { state: WayState }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap forced-colors:border ${styles[state]}`}
    >
      {labels[state]}
    </span>
  )
}

export const stateOf = (account: Pick<PaymentAccount, 'mode' | 'problem'> | undefined): WayState =>
  account === undefined ? 'not_connected' : account.problem === '' ? account.mode : 'attention'
