import { weekdayName } from '#contract/orders/delivery/shipping.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { weekdays } from './delivery-times.ts'

/** The days on which orders are packed and delivered. */
export function Weekdays({ chosen, error }: { chosen: readonly number[]; error: string | undefined }) {
  return (
    <>
      <p className="text-sm text-quiet">
        The days on which you pack orders and your carrier delivers. Delivery times count only these days.
      </p>
      <div className="flex flex-wrap gap-x-6">
        {weekdays.map((weekday) => (
          <CheckboxField
            key={weekday}
            name={`weekday_${weekday}`}
            label={weekdayName(weekday)}
            defaultChecked={chosen.includes(weekday)}
          />
        ))}
      </div>
      {error && (
        <p data-form-error tabIndex={-1} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
}
