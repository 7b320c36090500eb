import { taxSettings, type AllSettings } from '#contract/settings.ts'
import { useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'

export default function TaxSettings() {
  const settings = useSettings()
  return (
    <DashboardPage title="Tax">
      <About>
        Whether the prices that you enter contain GST. If they do, the cart shows the part of it inside the
        total; if they do not, it is added to the total. The rate is set at each product.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-40" />}>
        {({ tax }) => <TaxForm key={tax.version} tax={tax} />}
      </Loaded>
    </DashboardPage>
  )
}

function TaxForm({ tax }: { tax: AllSettings['tax'] }) {
  const changes = useSettingsChanges()
  return (
    <SettingForm
      label="Tax"
      schema={taxSettings}
      read={(fields) => ({ prices_include: fields['prices_include'] === 'on' })}
      save={(input) => changes.tax({ ...input, version: tax.version })}
    >
      {() => (
        <CheckboxField name="prices_include" label="Prices include GST" defaultChecked={tax.prices_include} />
      )}
    </SettingForm>
  )
}
