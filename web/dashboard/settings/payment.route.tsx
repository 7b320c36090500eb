import {
  settingSubjects,
  paymentSettings,
  updatePayment,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { parseAmount } from './shipping/zone-draft.ts'
import { SettingPage } from './setting-page.tsx'

export default function PaymentSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Payment"
      intro="Choose how customers can pay. Changes apply to the checkout right away."
      skeleton="h-72"
      subject={settingSubjects.payment}
      query={query}
      versionOf={({ payment }) => payment.version}
    >
      {(settings) => <PaymentForm settings={settings} />}
    </SettingPage>
  )
}

function PaymentForm({ settings: { payment, onlinePayments } }: { settings: AllSettings }) {
  const update = useSettingUpdate(updatePayment)
  const { currency } = useShop()
  return (
    <RecordForm
      label="Payment"
      draft="payment settings"
      action="Save"
      className="max-w-2xl"
      schema={paymentSettings}
      read={({
        cod,
        cod_max: limit,
        bank_transfer: bank,
        bank_details: details = '',
        upi,
        upi_id: upiId = '',
      }) => ({
        cod: cod === 'on',
        cod_max: limit ? parseAmount(limit) : null,
        bank_transfer: bank === 'on',
        bank_details: details,
        upi: upi === 'on',
        upi_id: upiId,
      })}
      record={payment}
      parts={[
        { name: 'Cash on delivery', fields: ['cod'] },
        { name: 'Cash on delivery up to', fields: ['cod_max'] },
        { name: 'Bank transfer', fields: ['bank_transfer'] },
        { name: 'Bank details', fields: ['bank_details'] },
        { name: 'UPI', fields: ['upi'] },
        { name: 'UPI ID', fields: ['upi_id'] },
      ]}
      reread={async () => (await readSettings()).payment}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <OnlinePayments names={onlinePayments} />
          <CheckboxField name="cod" label="Cash on delivery" defaultChecked={payment.cod} />
          <TextField
            {...form.field('cod_max')}
            label={`Cash on delivery up to (${currency})`}
            hint="Order total. Leave empty for no limit. Zones under Shipping can turn cash off."
            inputMode="decimal"
            required={false}
            defaultValue={payment.cod_max ?? ''}
          />
          <CheckboxField name="bank_transfer" label="Bank transfer" defaultChecked={payment.bank_transfer} />
          <TextAreaField
            {...form.field('bank_details')}
            label="Bank details"
            hint="Shown to customers who pay by bank transfer: account number, bank, IFSC, reference."
            required={false}
            defaultValue={payment.bank_details}
          />
          {currency === 'INR' && (
            <>
              <CheckboxField name="upi" label="UPI" defaultChecked={payment.upi} />
              <TextField
                {...form.field('upi_id')}
                label="UPI ID"
                hint="Customers pay by QR code or UPI app, without fees. You confirm each payment in the order."
                autoComplete="off"
                required={false}
                defaultValue={payment.upi_id}
              />
            </>
          )}
        </>
      )}
    </RecordForm>
  )
}

/** Card payments are set up where the shop runs, so this form only says whether the checkout offers them. */
function OnlinePayments({ names }: { names: readonly string[] }) {
  return (
    <p className="max-w-[65ch]">
      {names.length > 0
        ? `Online payments are on: ${names.join(', ')}. To stop offering them, remove the Stripe keys and restart the shop.`
        : 'Card payments are off. To accept cards through Stripe, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET and restart the shop.'}
    </p>
  )
}
