import { useState } from 'react'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Panel } from '../panel.tsx'

/** Whether the customer can sign in. */
export function AccessPanel({ customer }: { customer: CustomerDetail }) {
  const { id, fullName, disabled, disabled_at, sessions, version } = customer
  const update = useAdminCall('PATCH admin/customers/:id')
  const [confirming, setConfirming] = useState(false)
  const shop = useShop()

  const setDisabled = (value: boolean) => update.mutate({ id, disabled: value, version })
  const devices = sessions === 1 ? 'on one device' : `on ${sessions} devices`
  return (
    <Panel title="Access">
      <p role="status">
        {disabled && disabled_at
          ? `Disabled since ${formatDateTime(disabled_at, shop)}.`
          : `Active${sessions > 0 ? `, signed in ${devices}` : ''}.`}
      </p>
      <Button
        kind="secondary"
        className="mt-4"
        onClick={() => (disabled ? setDisabled(false) : setConfirming(true))}
      >
        {disabled ? 'Enable account' : 'Disable account'}
      </Button>
      {confirming && (
        <ConfirmDialog
          title="Disable this account?"
          text={`${fullName} will be signed out everywhere and can’t sign in until re-enabled. Comments and addresses are kept.`}
          confirm="Disable account"
          onClose={() => setConfirming(false)}
          onConfirm={() => setDisabled(true)}
        />
      )}
    </Panel>
  )
}
