import { useState } from 'react'
import { weekdayName } from '#contract/orders/delivery/shipping.ts'
import {
  settingSubjects,
  shippingSettings,
  updateShipping,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { SettingPage } from '../setting-page.tsx'
import { DeliveryTimes } from './delivery-times.tsx'
import { shippingFrom } from './shipping-draft.ts'
import { draftFromZone, newZone, zoneText, type ZoneDraft } from './zone-draft.ts'
import { ZoneFields } from './zone-fields.tsx'

export default function ShippingSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Shipping"
      intro="Set your delivery rates and times; changes apply right away. The cart uses the standard rate and its free delivery. At checkout, the first zone that matches the address replaces both. Delivery countries are under Checkout."
      skeleton="h-[60rem]"
      subject={settingSubjects.shipping}
      query={query}
      versionOf={({ shipping }) => shipping.version}
    >
      {({ shipping }) => <ShippingForm shipping={shipping} />}
    </SettingPage>
  )
}

function ShippingForm({ shipping }: { shipping: AllSettings['shipping'] }) {
  const shop = useShop()
  const update = useSettingUpdate(updateShipping)
  const [zones, setZones] = useState(() => shipping.zones.map(draftFromZone))
  const [holidays, setHolidays] = useState(shipping.holidays)
  return (
    <RecordForm
      label="Shipping"
      draft="shipping settings"
      state={{
        value: { zones, holidays },
        restore(value) {
          const state = value as { zones: ZoneDraft[]; holidays: string[] }
          setZones(state.zones)
          setHolidays(state.holidays)
        },
      }}
      action="Save"
      className="max-w-2xl"
      schema={shippingSettings}
      read={(fields) => shippingFrom(fields, zones, holidays)}
      record={shipping}
      parts={[
        { name: 'Standard rate', fields: ['flat'] },
        { name: 'Free delivery over', fields: ['free_from'] },
        {
          name: 'Working days',
          fields: ['weekdays'],
          text: (input) => input.weekdays.map(weekdayName).join(', '),
        },
        { name: 'Cut-off hour', fields: ['cutoff_hour'] },
        { name: 'Days off', fields: ['holidays'], text: (input) => input.holidays.join(', ') },
        { name: 'Standard delivery: earliest day', fields: ['days_from'] },
        { name: 'Standard delivery: latest day', fields: ['days_to'] },
        { name: 'Express rate', fields: ['express_amount'] },
        { name: 'Express delivery: earliest day', fields: ['express_from'] },
        { name: 'Express delivery: latest day', fields: ['express_to'] },
        {
          name: 'Zones',
          fields: ['zones'],
          text: (input) => input.zones.map(zoneText).join('\n'),
        },
      ]}
      reread={async () => (await readSettings()).shipping}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => {
        const change = (next: ZoneDraft[]) => {
          setZones(next)
          form.markDirty()
        }
        return (
          <>
            <TextField
              {...form.field('flat')}
              label={`Standard rate (${shop.currency})`}
              inputMode="decimal"
              defaultValue={shipping.flat}
            />
            <TextField
              {...form.field('free_from')}
              label={`Free delivery over (${shop.currency})`}
              hint="Order value after offers. Leave empty to always charge for delivery."
              inputMode="decimal"
              required={false}
              defaultValue={shipping.free_from ?? ''}
            />
            <DeliveryTimes
              form={form}
              shipping={shipping}
              zones={zones}
              holidays={holidays}
              onHolidays={(days) => {
                setHolidays(days)
                form.markDirty()
              }}
            />
            {form.field('zones').error && <p className="text-danger">{form.field('zones').error}</p>}
            <RowList
              label="Zones"
              rows={zones}
              keyOf={({ key }) => key}
              nameOf={(zone) => zone.name || `zone ${zones.indexOf(zone) + 1}`}
              onChange={change}
              add="Add zone"
              makeRow={newZone}
            >
              {(zone, index, controls) => (
                <ZoneFields
                  form={form}
                  index={index}
                  zone={zone}
                  controls={controls}
                  onChange={(next) =>
                    change(zones.map((other) => (other === zone ? { ...other, ...next } : other)))
                  }
                />
              )}
            </RowList>
          </>
        )
      }}
    </RecordForm>
  )
}
