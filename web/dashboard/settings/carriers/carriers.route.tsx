import { useState, type ReactNode } from 'react'
import type { CarrierAccounts, ConnectedCarrier } from '#contract/carriers/carrier-account.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { carrierAccounts, useCarrierChanges } from '#web/data/admin/carriers.ts'
import { useHeadingOnceGone } from '#web/lib/browser/focus.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { SettingIntro } from '../setting-intro.tsx'
import { EasypostDialog } from './easypost-dialog.tsx'
import { ShiprocketDialog } from './shiprocket-dialog.tsx'

/** The connections to carriers, which sell labels for the packages of orders. */
export default function CarriersPage() {
  return (
    <DashboardPage title="Carriers">
      <SettingIntro>
        Connect a carrier to buy labels on the pages of orders. Packages are then tracked until they arrive.
        Without one, the shop prints its own address labels, and your{' '}
        <a
          href={dashboardLinks.settings('shipping')}
          className="underline underline-offset-4 hover:decoration-2"
        >
          delivery rates
        </a>{' '}
        apply.
      </SettingIntro>
      <Loaded query={carrierAccounts.useData()} skeleton={<Skeleton className="h-80" />}>
        {(accounts) => (
          <div className="grid max-w-3xl gap-6">
            <CarrierPanel
              carrier="shiprocket"
              name="Shiprocket"
              intro="Couriers in India. For orders in rupees, also with cash on delivery."
              account={accounts.shiprocket}
              facts={shiprocketFacts(accounts.shiprocket)}
            >
              {(close) => <ShiprocketDialog account={accounts.shiprocket} onClose={close} />}
            </CarrierPanel>
            <CarrierPanel
              carrier="easypost"
              name="EasyPost"
              intro="Carriers in many countries, such as USPS, UPS and DPD. For paid orders within one country or the EU."
              account={accounts.easypost}
              facts={easypostFacts(accounts.easypost)}
            >
              {(close) => <EasypostDialog account={accounts.easypost} onClose={close} />}
            </CarrierPanel>
          </div>
        )}
      </Loaded>
    </DashboardPage>
  )
}

type Account = CarrierAccounts[ConnectedCarrier]
type Facts = readonly (readonly [name: string, value: string])[]

const shiprocketFacts = (account: CarrierAccounts['shiprocket']): Facts =>
  account
    ? [
        ['API user', account.email],
        ['Pickup', `${account.pickupLocation}, ${account.pickupPostcode}`],
      ]
    : []

const easypostFacts = (account: CarrierAccounts['easypost']): Facts =>
  account
    ? [
        ['Sender', account.senderName],
        [
          'Address',
          [account.line1, account.city, account.postcode, account.country].filter(Boolean).join(', '),
        ],
      ]
    : []

const packageFact = ({ lengthCm, widthCm, heightCm, weight }: NonNullable<Account>) =>
  `${lengthCm} × ${widthCm} × ${heightCm} cm${weight === null ? '' : `, ${weight} g`}`

interface CarrierPanelProps {
  carrier: ConnectedCarrier
  name: string
  intro: string
  account: Account
  facts: Facts
  /** The dialog of the connection. */
  children(close: () => void): ReactNode
}

function CarrierPanel({ carrier, name, intro, account, facts, children }: CarrierPanelProps) {
  const { test, disconnect } = useCarrierChanges()
  const [open, setOpen] = useState<'edit' | 'disconnect'>()
  const close = () => setOpen(undefined)
  const leave = useHeadingOnceGone(account !== null || open === 'disconnect')
  return (
    <Panel title={name} intro={intro}>
      {account && (
        <>
          <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
            {[...facts, ['Package', packageFact(account)] as const].map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-quiet">{label}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-4">
            <CopyField
              label={
                account.hasWebhookSecret
                  ? `Address for the webhook in ${name}, with your webhook secret`
                  : `Address for the webhook in ${name}. Edit the connection and enter a webhook secret first.`
              }
              text={account.webhookUrl}
            />
          </div>
        </>
      )}
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        <Button
          kind={account ? 'secondary' : 'primary'}
          aria-label={account ? `Edit ${name}` : `Connect ${name}`}
          onClick={() => setOpen('edit')}
        >
          {account ? 'Edit' : 'Connect'}
        </Button>
        {account && (
          <>
            <Button
              kind="secondary"
              aria-label={`Test ${name}`}
              aria-disabled={test.isPending}
              onClick={() => test.mutate({ carrier })}
            >
              {test.isPending ? 'Testing…' : 'Test connection'}
            </Button>
            <Button kind="secondary" aria-label={`Disconnect ${name}`} onClick={() => setOpen('disconnect')}>
              Disconnect
            </Button>
          </>
        )}
      </div>
      {open === 'edit' && children(close)}
      {open === 'disconnect' && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          text="Its key and secret are deleted. Labels that you bought stay, but their packages are no longer tracked."
          confirm="Disconnect"
          onClose={close}
          onConfirm={() => disconnect.mutate({ carrier }, { onSuccess: leave })}
        />
      )}
    </Panel>
  )
}
