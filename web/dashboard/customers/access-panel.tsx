import { useState } from 'react'
import type { CustomerDetail } from '#contract/customer.ts'
import { useCustomerChanges } from '../../data/admin-customers.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../panel.tsx'

/** Whether the customer may sign in. */
export function AccessPanel({ customer }: { customer: CustomerDetail }) {
  const { id, fullName, disabled, disabled_at, sessions, version } = customer
  const { setDisabled } = useCustomerChanges(id)
  const [asking, setAsking] = useState(false)
  const shop = useShop()

  async function change(to: boolean) {
    await setDisabled(to, version).then(
      (message) => showToast('success', message),
      (error: unknown) =>
        showToast('error', serverMessage(error) ?? 'This could not be done. Please try again.'),
    )
  }

  const devices = sessions === 1 ? 'on one device' : `on ${sessions} devices`
  return (
    <Panel title="Access">
      <p role="status">
        {disabled && disabled_at
          ? `This account is disabled since ${momentOf(disabled_at, shop)}: nobody can sign in with it.`
          : `This account is active${sessions > 0 ? `, and signed in ${devices}` : ''}.`}
      </p>
      <Button
        kind="secondary"
        className="mt-4"
        onClick={() => (disabled ? void change(false) : setAsking(true))}
      >
        {disabled ? 'Enable account' : 'Disable account'}
      </Button>
      {asking && (
        <ConfirmDialog
          title="Disable this account?"
          text={`${fullName} is signed out everywhere at once and cannot sign in any more, until somebody enables the account again. Comments and addresses stay.`}
          confirm="Disable account"
          onClose={() => setAsking(false)}
          onConfirm={() => void change(true)}
        />
      )}
    </Panel>
  )
}
