import { useState } from 'react'
import { settingSubjects, shippingSettings, type AllSettings } from '#contract/settings.ts'
import { readSettings, useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { useShop } from '../../data/shop.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'
import { draftOf, newZone, readAmount, zoneOf, zoneWords } from './zone-draft.ts'
import { ZoneFields } from './zone-fields.tsx'
import { Refilled } from '../../ui/form/refilled.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

export default function ShippingSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Shipping">
      <About>
        What delivery costs. The cart shows the standard cost, before an address is known. Zones are for the
        checkout, where the first zone that fits the address decides; until it opens they change nothing.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-[30rem]" />}>
        {({ shipping }) => (
          <HistoryTabs label="About shipping" {...settingSubjects.shipping}>
            <Refilled version={shipping.version}>
              <ShippingForm shipping={shipping} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function ShippingForm({ shipping }: { shipping: AllSettings['shipping'] }) {
  const shop = useShop()
  const changes = useSettingsChanges()
  const [first] = useState(() => shipping.zones.map(draftOf))
  const [zones, setZones] = useState(first)
  return (
    <SettingForm
      label="Shipping"
      schema={shippingSettings}
      changed={zones !== first}
      read={(fields) => ({
        flat: readAmount(fields['flat']),
        free_from: fields['free_from'] ? readAmount(fields['free_from']) : null,
        zones: zones.map(zoneOf),
      })}
      start={shipping}
      parts={[
        { name: 'Standard cost', fields: ['flat'] },
        { name: 'Free from', fields: ['free_from'] },
        {
          name: 'Zones',
          fields: ['zones'],
          words: (input) => input.zones.map(zoneWords).join('\n'),
        },
      ]}
      reread={async () => (await readSettings()).shipping}
      save={(input, version) => changes.shipping({ ...input, version })}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('flat')}
            label={`Standard cost (${shop.currency})`}
            inputMode="decimal"
            defaultValue={shipping.flat}
          />
          <TextField
            {...form.field('free_from')}
            label={`Free from (${shop.currency})`}
            hint="The value of the goods after offers. Empty: delivery is never free."
            inputMode="decimal"
            required={false}
            defaultValue={shipping.free_from ?? ''}
          />
          {form.field('zones').error && <p className="text-danger">{form.field('zones').error}</p>}
          <RowList
            label="Zones"
            rows={zones}
            keyOf={({ key }) => key}
            nameOf={(zone) => zone.name || `zone ${zones.indexOf(zone) + 1}`}
            onChange={setZones}
            add="Add a zone"
            makeRow={newZone}
          >
            {(zone, index, controls) => (
              <ZoneFields
                form={form}
                index={index}
                zone={zone}
                controls={controls}
                onChange={(next) =>
                  setZones(zones.map((other) => (other === zone ? { ...other, ...next } : other)))
                }
              />
            )}
          </RowList>
        </>
      )}
    </SettingForm>
  )
}
