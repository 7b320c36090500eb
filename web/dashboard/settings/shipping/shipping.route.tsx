import { weekdayName, type ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { settingSubjects, shippingSettings, updateShipping } from '#contract/settings/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { custom, decimal, number, select } from '#web/dashboard/record-form/fields.tsx'
import { SettingGroup } from '../setting-form.tsx'
import { DaysOff } from './days-off.tsx'
import { DeliveryExample } from './delivery-example.tsx'
import { cutoffHours, weekdays } from './delivery-times.ts'
import { Weekdays } from './weekdays.tsx'
import {
  draftFromZone,
  zoneFromDraft,
  zoneText,
  type ShippingZoneInput,
  type ZoneDraft,
} from './zone-draft.ts'
import { ZoneList } from './zone-list.tsx'

/** The form sends all fields, so the rules between them apply. */
const update = { ...updateShipping, input: shippingSettings }

const earliest = { hint: 'Working days after packing; 0 is the same day.' }

const describeShipping = (stored: readonly ShippingZone[], currency: string, timeZone: string) =>
  describeForm(shippingSettings, {
    flat: decimal(`Standard rate (${currency})`),
    free_from: decimal(`Free delivery over (${currency})`, {
      hint: 'Order value after offers. Leave empty to always charge for delivery.',
      empty: null,
    }),
    weekdays: custom<number[]>({
      label: 'Working days',
      read: ({ texts }) => weekdays.filter((weekday) => texts[`weekday_${weekday}`] === 'on'),
      show: (days) => days.map(weekdayName).join(', '),
      control: ({ name, form, value = [] }) => <Weekdays chosen={value} error={form.error(name)} />,
    }),
    cutoff_hour: select(`Same-day cut-off (${timeZone})`, cutoffHours),
    holidays: custom<string[], string[]>({
      label: 'Days off',
      start: (days = []) => days,
      read: ({ state }) => state,
      control: ({ name, form, state, setState }) => (
        <DaysOff days={state} error={form.error(name)} onChange={setState} />
      ),
    }),
    days_from: number('Standard delivery: earliest day', earliest),
    days_to: number('Standard delivery: latest day'),
    express_amount: decimal(`Express rate (${currency})`, {
      hint: 'Flat rate per order. Leave empty to turn express delivery off.',
      empty: null,
    }),
    express_from: number('Express delivery: earliest day', earliest),
    express_to: number('Express delivery: latest day'),
    zones: custom<ShippingZoneInput[], ZoneDraft[]>({
      label: 'Zones',
      start: () => stored.map(draftFromZone),
      read: ({ state }) => state.map(zoneFromDraft),
      show: (zones) => zones.map(zoneText).join('\n'),
      control: ({ form, state, setState }) => <ZoneList form={form} zones={state} onChange={setState} />,
    }),
  })

export default function ShippingSettings() {
  const { currency, timeZone } = useShop()
  return (
    <SettingGroup
      title="Shipping"
      intro="Set your delivery rates and times; changes apply right away. The cart uses the standard rate and its free delivery. At checkout, the first zone that matches the address replaces both. Delivery countries are under Checkout."
      skeleton="h-[60rem]"
      draft="shipping settings"
      subject={settingSubjects.shipping}
      endpoint={update}
      groupOf={(settings) => settings.shipping}
      of={({ shipping }) => describeShipping(shipping.zones, currency, timeZone)}
    >
      {({ place, read }, { shipping }) => (
        <>
          {place('flat')}
          {place('free_from')}
          <fieldset className="grid gap-4 rounded-xs border border-line p-4">
            <legend className="px-2 font-medium">Working days</legend>
            {place('weekdays')}
            {place('cutoff_hour')}
            {place('holidays')}
          </fieldset>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            {place('days_from')}
            {place('days_to')}
          </div>
          {place('express_amount')}
          <div className="grid items-start gap-5 sm:grid-cols-2">
            {place('express_from')}
            {place('express_to')}
          </div>
          <DeliveryExample shipping={shipping} read={read} />
          {place('zones')}
        </>
      )}
    </SettingGroup>
  )
}
