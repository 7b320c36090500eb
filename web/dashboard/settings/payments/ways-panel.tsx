import type { ReactNode } from 'react'
import type { PaymentAccounts } from '#contract/payment-accounts/payment-account.ts'
import { providerNames } from '#contract/payment-accounts/providers.ts'
import type { AllSettings } from '#contract/settings/settings.ts'
import { usePaymentAccountChanges } from '#web/data/admin/payment-accounts.ts'
import { useShop } from '#web/data/shop.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SortableList } from '#web/ui/list/sortable-list.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { ProviderActions } from './provider-actions.tsx'
import { providerGuides } from './provider-guides.ts'
import { RetiredAccounts } from './retired-accounts.tsx'
import { WayBadge } from './way-state.tsx'
import { waysToPay, type Way } from './ways.ts'

interface WaysPanelProps {
  settings: AllSettings
  accounts: PaymentAccounts
}

/** Every way to pay with its state, in the order of the checkout. */
export function WaysPanel({ settings, accounts }: WaysPanelProps) {
  const { currency } = useShop()
  const { order } = usePaymentAccountChanges()
  const ways = waysToPay(settings, accounts, currency)
  const offered = ways.filter(({ isOffered }) => isOffered)
  const others = ways.filter(({ isOffered }) => !isOffered)
  const inTest = offered.filter(({ state }) => state === 'test')
  return (
    <Panel
      title="Ways to pay"
      intro="Shoppers see them in this order. Payment providers take the money on their own secure pages."
    >
      {inTest.length > 0 && (
        <p className="mb-4 flex items-start gap-3 rounded-xs border border-warning px-4 py-3 text-warning">
          <Icon name="alert" className="mt-0.5 size-5 shrink-0" />
          <span>
            Test mode: {inTest.map(({ name }) => name).join(', ')} takes no real money, and the checkout says
            so. Replace the test keys with live keys before you sell.
          </span>
        </p>
      )}
      <SortableList
        label="Ways to pay in the checkout"
        items={offered}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        onMove={(moved) => order.mutate({ order: moved.map(({ id }) => id) })}
        className="divide-y divide-line border-y border-line"
      >
        {(way, handle) => (
          <WayRow way={way} accounts={accounts}>
            {offered.length > 1 && handle}
          </WayRow>
        )}
      </SortableList>
      {offered.length === 0 && (
        <p className="py-3 text-quiet">Shoppers can’t pay yet. Connect a provider, or turn one on below.</p>
      )}
      {others.length > 0 && (
        <ul aria-label="Other ways to pay" className="divide-y divide-line">
          {others.map((way) => (
            <li key={way.id}>
              <WayRow way={way} accounts={accounts} />
            </li>
          ))}
        </ul>
      )}
      <RetiredAccounts accounts={accounts.accounts} />
    </Panel>
  )
}

function WayRow({ way, accounts, children }: { way: Way; accounts: PaymentAccounts; children?: ReactNode }) {
  const { provider } = way
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium">{way.name}</h3>
          <WayBadge state={way.state} />
        </div>
        <WayText way={way} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {provider && <ProviderActions way={way} webhookUrl={accounts.webhookUrls[provider]} />}
        {children}
      </div>
    </div>
  )
}

function WayText({ way: { provider, account, isOfEnvironment } }: { way: Way }) {
  if (!provider) return <p className="mt-1 text-sm text-quiet">Set up below.</p>
  if (isOfEnvironment)
    return (
      <p className="mt-1 text-sm text-quiet">
        Its keys are in the environment of the shop. Connect it here to replace them.
      </p>
    )
  if (!account) return <p className="mt-1 text-sm text-quiet">{providerGuides[provider].intro}</p>
  const { name, key, shownAs, problem, hint, openPayments } = account
  const facts = [
    name === providerNames[provider] || name === key ? '' : name,
    `Key ${key}`,
    shownAs && `Shoppers see “${shownAs}”`,
    openPayments > 0 && `${openPayments === 1 ? '1 open payment' : `${openPayments} open payments`}`,
  ].filter(Boolean)
  return (
    <div className="mt-1 grid gap-1 text-sm wrap-anywhere">
      <p className="text-quiet">{facts.join(' · ')}</p>
      {problem && <p className="text-danger">{problem}</p>}
      {!problem && hint && <p>{hint}</p>}
    </div>
  )
}
