import { useState } from 'react'
import {
  checkoutSettings,
  settingSubjects,
  withDaysInOrder,
  type AllSettings,
  type CheckoutSettings,
} from '#contract/settings.ts'
import { readSettings, useSettings, useSettingsChanges } from '../../data/admin-settings.ts'
import { useShop } from '../../data/shop.ts'
import { countryName } from '../../lib/countries.ts'
import { Refilled } from '../../ui/form/refilled.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FormState } from '../../ui/form/use-form.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { About } from './about.tsx'
import { CountryChoice } from './country-choice.tsx'
import { SettingForm } from './setting-form.tsx'
import { readAmount } from './zone-draft.ts'

export default function CheckoutSettingsPage() {
  const settings = useSettings()
  return (
    <DashboardPage title="Checkout">
      <About>
        Where the shop delivers to, in how many days, and how long the pieces of an order wait for its
        payment. What standard delivery costs is set under Shipping.
      </About>
      <Loaded query={settings} skeleton={<Skeleton className="h-[40rem]" />}>
        {({ checkout }) => (
          <HistoryTabs label="About the checkout" {...settingSubjects.checkout}>
            <Refilled version={checkout.version}>
              <CheckoutForm checkout={checkout} />
            </Refilled>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}

const schema = withDaysInOrder(checkoutSettings)

function CheckoutForm({ checkout }: { checkout: AllSettings['checkout'] }) {
  const { currency } = useShop()
  const changes = useSettingsChanges()
  const [countries, setCountries] = useState(checkout.countries)
  return (
    <SettingForm
      label="Checkout"
      schema={schema}
      changed={countries !== checkout.countries}
      read={(fields) => ({
        countries,
        days_from: readAmount(fields['days_from']),
        days_to: readAmount(fields['days_to']),
        express_amount: fields['express_amount'] ? readAmount(fields['express_amount']) : null,
        express_from: readAmount(fields['express_from']),
        express_to: readAmount(fields['express_to']),
        reserve_minutes: readAmount(fields['reserve_minutes']),
        transfer_days: readAmount(fields['transfer_days']),
      })}
      start={checkout}
      parts={[
        {
          name: 'The shop delivers to',
          fields: ['countries'],
          words: (input) => input.countries.map(countryName).join(', '),
        },
        { name: 'Standard delivery: from day', fields: ['days_from'] },
        { name: 'Standard delivery: to day', fields: ['days_to'] },
        { name: 'Express delivery', fields: ['express_amount'] },
        { name: 'Express: from day', fields: ['express_from'] },
        { name: 'Express: to day', fields: ['express_to'] },
        { name: 'Minutes for an online payment', fields: ['reserve_minutes'] },
        { name: 'Days for a bank transfer', fields: ['transfer_days'] },
      ]}
      reread={async () => (await readSettings()).checkout}
      save={(input, version) => changes.checkout({ ...input, version })}
    >
      {(form) => (
        <>
          <CountryChoice
            countries={countries}
            error={form.field('countries').error}
            onChange={setCountries}
          />
          <Days form={form} legend="Standard delivery" names={['days_from', 'days_to']} checkout={checkout} />
          <TextField
            {...form.field('express_amount')}
            label={`Express delivery (${currency})`}
            hint="What it costs, whatever is in the cart. Empty: it is not offered."
            inputMode="decimal"
            required={false}
            defaultValue={checkout.express_amount ?? ''}
          />
          <Days form={form} legend="Express" names={['express_from', 'express_to']} checkout={checkout} />
          <TextField
            {...form.field('reserve_minutes')}
            label="Minutes for an online payment"
            hint="So long the pieces are put aside; then the order is cancelled and they are for sale again."
            inputMode="numeric"
            defaultValue={checkout.reserve_minutes}
          />
          <TextField
            {...form.field('transfer_days')}
            label="Days for a bank transfer"
            hint="The same for who pays by bank transfer."
            inputMode="numeric"
            defaultValue={checkout.transfer_days}
          />
        </>
      )}
    </SettingForm>
  )
}

interface DaysProps {
  form: FormState
  legend: string
  names: readonly ['days_from' | 'express_from', 'days_to' | 'express_to']
  checkout: CheckoutSettings
}

/** Between which days a delivery arrives. */
function Days({ form, legend, names: [from, to], checkout }: DaysProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        {...form.field(from)}
        label={`${legend}: from day`}
        hint="Days after the order. 0 is the same day."
        inputMode="numeric"
        defaultValue={checkout[from]}
      />
      <TextField
        {...form.field(to)}
        label={`${legend}: to day`}
        inputMode="numeric"
        defaultValue={checkout[to]}
      />
    </div>
  )
}
