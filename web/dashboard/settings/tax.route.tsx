import { settingSubjects, taxSettings, updateTax, type AllSettings } from '#contract/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '../../data/admin/settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { SettingPage } from './setting-page.tsx'

export default function TaxSettings() {
  const query = useSettings()
  return (
    <SettingPage
      title="Tax"
      intro="Choose whether your prices include GST. If not, GST is added at checkout. Set the rate on each product."
      skeleton="h-40"
      subject={settingSubjects.tax}
      query={query}
      versionOf={({ tax }) => tax.version}
    >
      {({ tax }) => <TaxForm tax={tax} />}
    </SettingPage>
  )
}

function TaxForm({ tax }: { tax: AllSettings['tax'] }) {
  const update = useSettingUpdate(updateTax)
  return (
    <RecordForm
      label="Tax"
      draft="tax settings"
      action="Save"
      className="max-w-2xl"
      schema={taxSettings}
      read={(fields) => ({ prices_include: fields['prices_include'] === 'on' })}
      record={tax}
      parts={[{ name: 'Prices include GST', fields: ['prices_include'] }]}
      reread={async () => (await readSettings()).tax}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {() => (
        <CheckboxField name="prices_include" label="Prices include GST" defaultChecked={tax.prices_include} />
      )}
    </RecordForm>
  )
}
