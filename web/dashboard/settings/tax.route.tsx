import { settingSubjects, taxSettings, type AllSettings } from '#contract/settings.ts'
import { readSettings, useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

export default function TaxSettings() {
  const settings = useSettings()
  return (
    <DashboardPage title="Tax">
      <About>
        Whether the prices that you enter contain GST. If they do, the cart shows the part of it inside the
        total; if they do not, it is added to the total. The rate is set at each product.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-40" />}>
        {({ tax }) => (
          <HistoryTabs label="About tax" {...settingSubjects.tax}>
            <Refilled version={tax.version}>
              <TaxForm tax={tax} />
            </Refilled>
          </HistoryTabs>
        )}
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
      start={tax}
      parts={[{ name: 'Prices include GST', fields: ['prices_include'] }]}
      reread={async () => (await readSettings()).tax}
      save={(input, version) => changes.tax({ ...input, version })}
    >
      {() => (
        <CheckboxField name="prices_include" label="Prices include GST" defaultChecked={tax.prices_include} />
      )}
    </SettingForm>
  )
}
