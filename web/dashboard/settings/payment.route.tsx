import { settingSubjects, paymentSettings, type AllSettings } from '#contract/settings.ts'
import { readSettings, useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

export default function PaymentSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Payment">
      <About>
        How customers can pay. What you set here is kept for the checkout; until that opens it changes nothing
        in the shop.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-72" />}>
        {({ payment }) => (
          <HistoryTabs label="About payment" {...settingSubjects.payment}>
            <Refilled version={payment.version}>
              <PaymentForm payment={payment} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function PaymentForm({ payment }: { payment: AllSettings['payment'] }) {
  const changes = useSettingsChanges()
  return (
    <SettingForm
      label="Payment"
      schema={paymentSettings}
      read={({ cod, bank_transfer: bank, bank_details: details = '' }) => ({
        cod: cod === 'on',
        bank_transfer: bank === 'on',
        bank_details: details,
      })}
      start={payment}
      parts={[
        { name: 'Cash on delivery', fields: ['cod'] },
        { name: 'Bank transfer', fields: ['bank_transfer'] },
        { name: 'Bank details', fields: ['bank_details'] },
      ]}
      reread={async () => (await readSettings()).payment}
      save={(input, version) => changes.payment({ ...input, version })}
    >
      {(form) => (
        <>
          <CheckboxField name="cod" label="Cash on delivery" defaultChecked={payment.cod} />
          <CheckboxField name="bank_transfer" label="Bank transfer" defaultChecked={payment.bank_transfer} />
          <TextAreaField
            {...form.field('bank_details')}
            label="Bank details"
            hint="What a customer is told who pays by bank transfer: account, bank, reference."
            required={false}
            defaultValue={payment.bank_details}
          />
        </>
      )}
    </SettingForm>
  )
}
