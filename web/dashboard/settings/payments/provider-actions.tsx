import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { usePaymentAccountChanges } from '#web/data/admin/payment-accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { providerDialogs } from './provider-dialog.tsx'
import type { Way } from './ways.ts'

/** The buttons of a provider: connect it, or test, replace and disconnect it. */
export function ProviderActions({ way, webhookUrl }: { way: Way; webhookUrl: string }) {
  const { name, provider, account } = way
  const { startTest, disconnect } = usePaymentAccountChanges()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'keys' | 'test' | 'disconnect'>()
  const close = () => setOpen(undefined)
  if (!provider) return null
  const Dialog = providerDialogs[provider]
  const start = () =>
    startTest.mutate(
      { provider },
      { onSuccess: ({ data: { id } }) => void navigate(dashboardLinks.testPayment(id)) },
    )
  return (
    <>
      {account && account.problem === '' && (
        <Button
          kind="secondary"
          aria-label={`Make a test payment with ${name}`}
          aria-disabled={startTest.isPending}
          onClick={account.mode === 'live' ? () => setOpen('test') : start}
        >
          {startTest.isPending ? 'Opening…' : 'Test payment'}
        </Button>
      )}
      <Button
        kind="secondary"
        aria-label={account ? `Replace keys of ${name}` : `Connect ${name}`}
        onClick={() => setOpen('keys')}
      >
        {account ? 'Replace keys' : 'Connect'}
      </Button>
      {account && (
        <Button kind="secondary" aria-label={`Disconnect ${name}`} onClick={() => setOpen('disconnect')}>
          Disconnect
        </Button>
      )}
      {open === 'keys' && <Dialog account={account} webhookUrl={webhookUrl} onClose={close} />}
      {open === 'test' && (
        <ConfirmDialog
          title={`Pay with ${name}?`}
          text={`${name} is live: you pay a small amount with real money. The shop refunds it as soon as the message of ${name} has arrived.`}
          confirm="Make a test payment"
          onClose={close}
          onConfirm={start}
        />
      )}
      {open === 'disconnect' && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          text={disconnectText(name, account?.openPayments ?? 0)}
          confirm="Disconnect"
          onClose={close}
          onConfirm={() => disconnect.mutate({ provider })}
        />
      )}
    </>
  )
}

function disconnectText(name: string, open: number): string {
  const waiting =
    open === 0
      ? ''
      : open === 1
        ? ' One payment or refund is open; the shop asks about it until it has ended.'
        : ` ${open} payments and refunds are open; the shop asks about them until they have ended.`
  return `The checkout no longer offers ${name}.${waiting} The shop keeps the keys, encrypted, for refunds of the next 90 days, and erases them then. To withdraw them at once, roll them at ${name}.`
}
