import { useState } from 'react'
import { shippingSettings, type AllSettings } from '#contract/settings.ts'
import { useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { useShop } from '../../data/shop.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { About } from './about.tsx'
import { SettingForm } from './setting-form.tsx'
import { emptyZone, readAmount, readZone } from './zone-text.ts'
import { ZoneFields } from './zone-fields.tsx'

export default function ShippingSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Shipping">
      <About>
        What delivery costs. The cart shows the standard cost, before an address is known. Zones are for the
        checkout, where the first zone that fits the address decides; until it opens they change nothing.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-[30rem]" />}>
        {({ shipping }) => <ShippingForm key={shipping.version} shipping={shipping} />}
      </Loaded>
    </DashboardPage>
  )
}

function ShippingForm({ shipping }: { shipping: AllSettings['shipping'] }) {
  const shop = useShop()
  const changes = useSettingsChanges()
  const [zones, setZones] = useState(() => shipping.zones.map((zone, key) => ({ zone, key })))
  const add = () =>
    setZones([...zones, { zone: emptyZone, key: Math.max(-1, ...zones.map(({ key }) => key)) + 1 }])
  return (
    <SettingForm
      label="Shipping"
      schema={shippingSettings}
      changed={zones.length !== shipping.zones.length}
      read={(fields) => ({
        flat: readAmount(fields['flat']),
        free_from: fields['free_from'] ? readAmount(fields['free_from']) : null,
        zones: zones.map(({ key }) => readZone(fields, key)),
      })}
      save={(input) => changes.shipping({ ...input, version: shipping.version })}
      beside={
        <Button kind="secondary" onClick={add}>
          Add a zone
        </Button>
      }
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
          {zones.map(({ zone, key }, index) => (
            <ZoneFields
              key={key}
              form={form}
              at={key}
              index={index}
              zone={zone}
              onRemove={() => setZones(zones.filter((other) => other.key !== key))}
            />
          ))}
        </>
      )}
    </SettingForm>
  )
}
