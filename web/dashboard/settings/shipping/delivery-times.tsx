import { weekdayName } from '#contract/orders/delivery/shipping.ts'
import type { AllSettings } from '#contract/settings/settings.ts'
import { useShop } from '#web/data/shop.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { DaysOff } from './days-off.tsx'
import { DeliveryExample } from './delivery-example.tsx'
import { cutoffHours, weekdays } from './delivery-times-draft.ts'
import type { ZoneDraft } from './zone-draft.ts'

interface DeliveryTimesProps {
  form: FormState
  shipping: AllSettings['shipping']
  zones: readonly ZoneDraft[]
  holidays: string[]
  onHolidays(days: string[]): void
}

/** Working days, cut-off and delivery times, with an example of what shoppers see. */
export function DeliveryTimes({ form, shipping, zones, holidays, onHolidays }: DeliveryTimesProps) {
  const { currency, timeZone } = useShop()
  return (
    <>
      <fieldset className="grid gap-4 rounded-xs border border-line p-4">
        <legend className="px-2 font-medium">Working days</legend>
        <p className="text-sm text-quiet">
          The days on which you pack orders and your carrier delivers. Delivery times count only these days.
        </p>
        <div className="flex flex-wrap gap-x-6">
          {weekdays.map((weekday) => (
            <CheckboxField
              key={weekday}
              name={`weekday_${weekday}`}
              label={weekdayName(weekday)}
              defaultChecked={shipping.weekdays.includes(weekday)}
            />
          ))}
        </div>
        {form.field('weekdays').error && (
          <p data-form-error tabIndex={-1} className="text-sm font-medium text-danger">
            {form.field('weekdays').error}
          </p>
        )}
        <SelectField
          {...form.field('cutoff_hour')}
          label={`Same-day cut-off (${timeZone})`}
          options={cutoffHours}
          defaultValue={shipping.cutoff_hour}
        />
        <DaysOff days={holidays} error={form.field('holidays').error} onChange={onHolidays} />
      </fieldset>
      <DayRange form={form} legend="Standard delivery" names={['days_from', 'days_to']} shipping={shipping} />
      <TextField
        {...form.field('express_amount')}
        label={`Express rate (${currency})`}
        hint="Flat rate per order. Leave empty to turn express delivery off."
        inputMode="decimal"
        required={false}
        defaultValue={shipping.express_amount ?? ''}
      />
      <DayRange
        form={form}
        legend="Express delivery"
        names={['express_from', 'express_to']}
        shipping={shipping}
      />
      <DeliveryExample shipping={shipping} zones={zones} holidays={holidays} />
    </>
  )
}

interface DayRangeProps {
  form: FormState
  legend: string
  names: readonly ['days_from' | 'express_from', 'days_to' | 'express_to']
  shipping: AllSettings['shipping']
}

function DayRange({ form, legend, names: [from, to], shipping }: DayRangeProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        {...form.field(from)}
        label={`${legend}: earliest day`}
        hint="Working days after packing; 0 is the same day."
        inputMode="numeric"
        defaultValue={shipping[from]}
      />
      <TextField
        {...form.field(to)}
        label={`${legend}: latest day`}
        inputMode="numeric"
        defaultValue={shipping[to]}
      />
    </div>
  )
}
