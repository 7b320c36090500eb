import { useState } from 'react'
import {
  checkoutSettings,
  settingSubjects,
  updateCheckout,
  type AllSettings,
} from '#contract/settings/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '#web/data/admin/settings.ts'
import { countryName } from '#contract/orders/address/country-names.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CountryChoice } from './country-choice.tsx'
import { RecordForm } from '#web/dashboard/record-form/record-form.tsx'
import { SettingPage } from '../setting-page.tsx'
import { parseAmount } from '../shipping/zone-draft.ts'

export default function CheckoutSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Checkout"
      intro="Where you deliver, how long unpaid orders are held, and how orders are numbered. Delivery rates and times are under Shipping."
      skeleton="h-96"
      subject={settingSubjects.checkout}
      query={query}
      versionOf={({ checkout }) => checkout.version}
    >
      {({ checkout }) => <CheckoutForm checkout={checkout} />}
    </SettingPage>
  )
}

function CheckoutForm({ checkout }: { checkout: AllSettings['checkout'] }) {
  const update = useSettingUpdate(updateCheckout)
  const [countries, setCountries] = useState(checkout.countries)
  return (
    <RecordForm
      label="Checkout"
      draft="checkout settings"
      state={{ value: countries, restore: (value) => setCountries(value as typeof countries) }}
      action="Save"
      className="max-w-2xl"
      schema={checkoutSettings}
      read={(fields) => ({
        countries,
        reserve_minutes: parseAmount(fields['reserve_minutes']),
        transfer_days: parseAmount(fields['transfer_days']),
        order_prefix: fields['order_prefix'],
      })}
      record={checkout}
      parts={[
        {
          name: 'Delivery countries',
          fields: ['countries'],
          text: (input) => input.countries.map(countryName).join(', '),
        },
        { name: 'Hold stock for online payments (minutes)', fields: ['reserve_minutes'] },
        { name: 'Hold stock for bank transfers (days)', fields: ['transfer_days'] },
        { name: 'Prefix of order numbers', fields: ['order_prefix'] },
      ]}
      reread={async () => (await readSettings()).checkout}
      update={(input, { version }) => update.mutateAsync({ ...input, version })}
    >
      {(form) => (
        <>
          <CountryChoice
            countries={countries}
            error={form.field('countries').error}
            onChange={(next) => {
              setCountries(next)
              form.markDirty()
            }}
          />
          <TextField
            {...form.field('reserve_minutes')}
            label="Hold stock for online payments (minutes)"
            hint="Unpaid orders are then cancelled and the items go back on sale."
            inputMode="numeric"
            defaultValue={checkout.reserve_minutes}
          />
          <TextField
            {...form.field('transfer_days')}
            label="Hold stock for bank transfers (days)"
            hint="Unpaid transfers are then cancelled in the same way."
            inputMode="numeric"
            defaultValue={checkout.transfer_days}
          />
          <TextField
            {...form.field('order_prefix')}
            label="Prefix of order numbers"
            hint="For new orders, for example SHOP- for SHOP-2026-000123."
            required={false}
            maxLength={12}
            autoCapitalize="characters"
            defaultValue={checkout.order_prefix}
          />
        </>
      )}
    </RecordForm>
  )
}
