import { indianStates } from '#contract/india.ts'
import { invoiceSettings, settingSubjects, type AllSettings } from '#contract/settings.ts'
import { readSettings, useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { Refilled } from '../../ui/form/refilled.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'

export default function InvoiceSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Invoices">
      <About>
        Who issues the invoices, as it stands on each of them. The state decides whether the GST of an order
        is CGST and SGST or IGST.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-[28rem]" />}>
        {({ invoice }) => (
          <HistoryTabs label="About invoices" {...settingSubjects.invoice}>
            <Refilled version={invoice.version}>
              <InvoiceForm invoice={invoice} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

const states = new Map(Object.entries(indianStates))

function InvoiceForm({ invoice }: { invoice: AllSettings['invoice'] }) {
  const changes = useSettingsChanges()
  return (
    <SettingForm
      label="Invoices"
      schema={invoiceSettings}
      read={(fields) => fields}
      start={invoice}
      parts={[
        { name: 'Legal name', fields: ['legal_name'] },
        { name: 'GSTIN', fields: ['gstin'] },
        { name: 'State', fields: ['state'], words: ({ state }) => states.get(state) ?? state },
        { name: 'Note', fields: ['note'] },
      ]}
      reread={async () => (await readSettings()).invoice}
      save={(input, version) => changes.invoice({ ...input, version })}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('legal_name')}
            label="Legal name"
            hint="As it is registered. Empty: the name of the shop."
            required={false}
            maxLength={200}
            autoComplete="organization"
            defaultValue={invoice.legal_name}
          />
          <TextField
            {...form.field('gstin')}
            label="GSTIN"
            hint="Fifteen letters and digits, such as 29ABCDE1234F1Z5."
            required={false}
            maxLength={15}
            autoComplete="off"
            spellCheck={false}
            defaultValue={invoice.gstin}
          />
          <SelectField
            {...form.field('state')}
            label="State"
            required={false}
            options={[['', 'Not in India'], ...Object.entries(indianStates)]}
            defaultValue={invoice.state}
          />
          <TextAreaField
            {...form.field('note')}
            label="Note"
            hint="Stands below the sums of each invoice."
            required={false}
            rows={3}
            maxLength={500}
            defaultValue={invoice.note}
          />
        </>
      )}
    </SettingForm>
  )
}
