import { useState } from 'react'
import {
  checkoutSettings,
  settingSubjects,
  withDaysInOrder,
  updateCheckout,
  type AllSettings,
  type CheckoutSettings,
} from '#contract/settings.ts'
import { readSettings, useSettings, useSettingUpdate } from '../../../data/admin/settings.ts'
import { useShop } from '../../../data/shop.ts'
import { countryName } from '../../../lib/format/countries.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { FormState } from '../../../ui/form/use-form.ts'
import { CountryChoice } from './country-choice.tsx'
import { RecordForm } from '../../record-form/record-form.tsx'
import { SettingPage } from '../setting-page.tsx'
import { parseAmount } from '../shipping/zone-draft.ts'

export default function CheckoutSettingsPage() {
  const query = useSettings()
  return (
    <SettingPage
      title="Checkout"
      intro="Where you deliver, how long it takes, and how long unpaid orders are held. Delivery rates are under Shipping."
      skeleton="h-[40rem]"
      subject={settingSubjects.checkout}
      query={query}
      versionOf={({ checkout }) => checkout.version}
    >
      {({ checkout }) => <CheckoutForm checkout={checkout} />}
    </SettingPage>
  )
}

const schema = withDaysInOrder(checkoutSettings)

function CheckoutForm({ checkout }: { checkout: AllSettings['checkout'] }) {
  const { currency } = useShop()
  const update = useSettingUpdate(updateCheckout)
  const [countries, setCountries] = useState(checkout.countries)
  return (
    <RecordForm
      label="Checkout"
      draft="checkout settings"
      state={{ value: countries, restore: (value) => setCountries(value as typeof countries) }}
      action="Save"
      className="max-w-2xl"
      schema={schema}
      read={(fields) => ({
        countries,
        days_from: parseAmount(fields['days_from']),
        days_to: parseAmount(fields['days_to']),
        express_amount: fields['express_amount'] ? parseAmount(fields['express_amount']) : null,
        express_from: parseAmount(fields['express_from']),
        express_to: parseAmount(fields['express_to']),
        reserve_minutes: parseAmount(fields['reserve_minutes']),
        transfer_days: parseAmount(fields['transfer_days']),
      })}
      record={checkout}
      parts={[
        {
          name: 'Delivery countries',
          fields: ['countries'],
          text: (input) => input.countries.map(countryName).join(', '),
        },
        { name: 'Standard delivery: earliest day', fields: ['days_from'] },
        { name: 'Standard delivery: latest day', fields: ['days_to'] },
        { name: 'Express rate', fields: ['express_amount'] },
        { name: 'Express delivery: earliest day', fields: ['express_from'] },
        { name: 'Express delivery: latest day', fields: ['express_to'] },
        { name: 'Hold stock for online payments (minutes)', fields: ['reserve_minutes'] },
        { name: 'Hold stock for bank transfers (days)', fields: ['transfer_days'] },
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
          <DeliveryDays
            form={form}
            legend="Standard delivery"
            names={['days_from', 'days_to']}
            checkout={checkout}
          />
          <TextField
            {...form.field('express_amount')}
            label={`Express rate (${currency})`}
            hint="Flat rate per order. Leave empty to turn express delivery off."
            inputMode="decimal"
            required={false}
            defaultValue={checkout.express_amount ?? ''}
          />
          <DeliveryDays
            form={form}
            legend="Express delivery"
            names={['express_from', 'express_to']}
            checkout={checkout}
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
        </>
      )}
    </RecordForm>
  )
}

interface DeliveryDaysProps {
  form: FormState
  legend: string
  names: readonly ['days_from' | 'express_from', 'days_to' | 'express_to']
  checkout: CheckoutSettings
}

function DeliveryDays({ form, legend, names: [from, to], checkout }: DeliveryDaysProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        {...form.field(from)}
        label={`${legend}: earliest day`}
        hint="Days after the order; 0 is the same day."
        inputMode="numeric"
        defaultValue={checkout[from]}
      />
      <TextField
        {...form.field(to)}
        label={`${legend}: latest day`}
        inputMode="numeric"
        defaultValue={checkout[to]}
      />
    </div>
  )
}
