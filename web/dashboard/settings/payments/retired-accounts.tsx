import type { PaymentAccount } from '#contract/payment-accounts/payment-account.ts'
import { providerNames } from '#contract/payment-accounts/providers.ts'
import { usePaymentAccountChanges } from '#web/data/admin/payment-accounts.ts'
import { Button } from '#web/ui/button.tsx'

/** Accounts that were replaced or disconnected, and still answer for what they have opened. */
export function RetiredAccounts({ accounts }: { accounts: readonly PaymentAccount[] }) {
  const { reconnect } = usePaymentAccountChanges()
  const retired = accounts.filter(({ state }) => state === 'retired')
  if (retired.length === 0) return null
  const isInUse = (provider: PaymentAccount['provider']) =>
    accounts.some((each) => each.state === 'in_use' && each.provider === provider)
  return (
    <details className="mt-4 border-t border-line pt-3">
      <summary className="cursor-pointer py-1">Earlier connections ({retired.length})</summary>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        The checkout does not offer them. They still take what is being paid, and refund what was paid.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {retired.map(({ id, provider, mode, name, key, openPayments, problem }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p>
                {providerNames[provider]}, {mode === 'test' ? 'test mode' : 'live'}
              </p>
              <p className="text-sm text-quiet">
                {name === key ? '' : `${name} · `}Key {key} ·{' '}
                {openPayments === 0
                  ? 'nothing open'
                  : openPayments === 1
                    ? '1 payment or refund open'
                    : `${openPayments} payments and refunds open`}
              </p>
              {problem && <p className="text-sm text-danger">{problem}</p>}
            </div>
            {!isInUse(provider) && problem === '' && (
              <Button
                kind="secondary"
                aria-label={`Connect ${providerNames[provider]} again with key ${key}`}
                onClick={() => reconnect.mutate({ id })}
              >
                Connect again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
