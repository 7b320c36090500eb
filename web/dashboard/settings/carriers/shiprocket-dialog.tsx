import { connectShiprocket, type ShiprocketAccount } from '#contract/carriers/carrier-account.ts'
import { carrierAccounts, useCarrierChanges } from '#web/data/admin/carriers.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { text } from '#web/dashboard/record-form/fields.tsx'
import { RecordDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { packageFields } from './package-fields.ts'
import { secretField, webhookSecretField } from './secret-field.ts'

const describe = (account: ShiprocketAccount | null) =>
  describeForm(connectShiprocket.input, {
    email: text('Email of the API user', {
      type: 'email',
      autoComplete: 'off',
      hint: 'In Shiprocket: Settings, API, Add New API User.',
    }),
    password: secretField('Password of the API user', { isStored: account !== null }),
    pickupLocation: text('Pickup location', {
      maxLength: 36,
      hint: 'Its name in Shiprocket, letter by letter.',
    }),
    pickupPostcode: text('PIN code of the pickup location', { maxLength: 6, inputMode: 'numeric' }),
    ...packageFields,
    webhookSecret: webhookSecretField(account?.hasWebhookSecret ?? false),
  })

/** What the form starts with. Secrets are never read. */
const stored = ({ id: _id, hasWebhookSecret: _has, webhookUrl: _url, ...account }: ShiprocketAccount) => ({
  ...account,
  password: '',
  webhookSecret: '',
})

/** Connects Shiprocket, or changes the connection. */
export function ShiprocketDialog({
  account,
  onClose,
}: {
  account: ShiprocketAccount | null
  onClose(): void
}) {
  const { shiprocket } = useCarrierChanges()
  return (
    <RecordDialog
      title={account ? 'Edit Shiprocket' : 'Connect Shiprocket'}
      label="Shiprocket"
      draft="Shiprocket"
      action={account ? 'Save' : 'Connect'}
      onClose={onClose}
      of={describe(account)}
      record={account ? stored(account) : undefined}
      reread={async () => {
        const now = (await carrierAccounts.read()).shiprocket ?? account
        if (!now) throw new Error('There is no connection to read again')
        return stored(now)
      }}
      create={shiprocket.mutateAsync}
      update={(input, { version }) => shiprocket.mutateAsync({ ...input, version })}
    />
  )
}
