import { countryName } from '#contract/orders/address/country-names.ts'
import { settingSubjects, updateCheckout } from '#contract/settings/settings.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { custom, number, text } from '#web/dashboard/record-form/fields.tsx'
import { SettingGroup } from '../setting-form.tsx'
import { CountryChoice } from './country-choice.tsx'

const checkout = describeForm(updateCheckout.input, {
  countries: custom<string[], string[]>({
    label: 'Delivery countries',
    start: (countries = []) => countries,
    read: ({ state }) => state,
    show: (countries) => countries.map(countryName).join(', '),
    control: ({ name, form, state, setState }) => (
      <CountryChoice countries={state} error={form.error(name)} onChange={setState} />
    ),
  }),
  reserve_minutes: number('Hold stock for online payments (minutes)', {
    hint: 'Unpaid orders are then cancelled and the items go back on sale.',
  }),
  transfer_days: number('Hold stock for bank transfers (days)', {
    hint: 'Unpaid transfers are then cancelled in the same way.',
  }),
  order_prefix: text('Prefix of order numbers', {
    hint: 'For new orders, for example SHOP- for SHOP-2026-000123.',
    required: false,
    maxLength: 12,
    autoCapitalize: 'characters',
  }),
})

export default function CheckoutSettings() {
  return (
    <SettingGroup
      title="Checkout"
      intro="Where you deliver, how long unpaid orders are held, and how orders are numbered. Delivery rates and times are under Shipping."
      skeleton="h-96"
      draft="checkout settings"
      subject={settingSubjects.checkout}
      endpoint={updateCheckout}
      groupOf={(settings) => settings.checkout}
      of={() => checkout}
    />
  )
}
