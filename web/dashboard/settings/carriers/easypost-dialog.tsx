import { connectEasypost, type EasypostAccount } from '#contract/carriers/carrier-account.ts'
import { countryNames } from '#contract/orders/address/country-names.ts'
import { carrierAccounts, useCarrierChanges } from '#web/data/admin/carriers.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { select, text } from '#web/dashboard/record-form/fields.tsx'
import { RecordDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { packageFields } from './package-fields.ts'
import { secretField, webhookSecretField } from './secret-field.ts'

const describe = (account: EasypostAccount | null) =>
  describeForm(connectEasypost.input, {
    apiKey: secretField('API key', {
      isStored: account !== null,
      hint: 'In EasyPost: Account Settings, API Keys.',
    }),
    senderName: text('Sender', { maxLength: 100 }),
    senderPhone: text('Phone of the sender', { maxLength: 40, type: 'tel', autoComplete: 'off' }),
    line1: text('Address', { maxLength: 100 }),
    line2: text('Address, second line', { maxLength: 100, required: false }),
    city: text('City', { maxLength: 100 }),
    state: text('State', { maxLength: 60, required: false }),
    postcode: text('Postal code', { maxLength: 12, required: false }),
    country: select('Country', [['', 'Choose a country'], ...countryNames]),
    ...packageFields,
    webhookSecret: webhookSecretField(account?.hasWebhookSecret ?? false),
  })

/** What the form starts with. Secrets are never read. */
const stored = ({ id: _id, hasWebhookSecret: _has, webhookUrl: _url, ...account }: EasypostAccount) => ({
  ...account,
  apiKey: '',
  webhookSecret: '',
})

/** Connects EasyPost, or changes the connection. */
export function EasypostDialog({ account, onClose }: { account: EasypostAccount | null; onClose(): void }) {
  const { easypost } = useCarrierChanges()
  return (
    <RecordDialog
      title={account ? 'Edit EasyPost' : 'Connect EasyPost'}
      label="EasyPost"
      draft="EasyPost"
      action={account ? 'Save' : 'Connect'}
      onClose={onClose}
      of={describe(account)}
      record={account ? stored(account) : undefined}
      reread={async () => {
        const now = (await carrierAccounts.read()).easypost ?? account
        if (!now) throw new Error('There is no connection to read again')
        return stored(now)
      }}
      create={easypost.mutateAsync}
      update={(input, { version }) => easypost.mutateAsync({ ...input, version })}
    />
  )
}
