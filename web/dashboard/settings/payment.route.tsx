import { settingSubjects, paymentSettings, updatePayment, type AllSettings } from '#contract/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '../../data/admin/settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
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
      {({ payment }) => <PaymentForm payment={payment} />}
    </SettingPage>
  )
}

function PaymentForm({ payment }: { payment: AllSettings['payment'] }) {
  const update = useSettingUpdate(updatePayment)
  return (
    <RecordForm
      label="Payment"
      action="Save"
      className="max-w-2xl"
      schema={paymentSettings}
      read={({ cod, bank_transfer: bank, bank_details: details = '' }) => ({
        cod: cod === 'on',
        bank_transfer: bank === 'on',
        bank_details: details,
      })}
      record={payment}
      parts={[
        { name: 'Cash on delivery', fields: ['cod'] },
        { name: 'Bank transfer', fields: ['bank_transfer'] },
        { name: 'Bank details', fields: ['bank_details'] },
      ]}
      reread={async () => (await readSettings()).payment}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <CheckboxField name="cod" label="Cash on delivery" defaultChecked={payment.cod} />
          <CheckboxField name="bank_transfer" label="Bank transfer" defaultChecked={payment.bank_transfer} />
          <TextAreaField
            {...form.field('bank_details')}
            label="Bank details"
            hint="Shown to customers who pay by bank transfer: account number, bank, IFSC, reference."
            required={false}
            defaultValue={payment.bank_details}
          />
        </>
      )}
    </RecordForm>
  )
}
