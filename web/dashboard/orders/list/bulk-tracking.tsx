import { TextField } from '#web/ui/form/text-field.tsx'

interface BulkTrackingProps {
  orders: readonly { number: string; serial: string }[]
  carrier: string
  onCarrier(carrier: string): void
  /** Keyed by order number. */
  tracking: ReadonlyMap<string, string>
  onTracking(tracking: ReadonlyMap<string, string>): void
}

/** One carrier for all orders and one tracking number per order. */
export function BulkTracking({ orders, carrier, onCarrier, tracking, onTracking }: BulkTrackingProps) {
  return (
    <>
      <TextField
        label="Carrier (for all)"
        required={false}
        maxLength={100}
        value={carrier}
        onChange={({ target }) => onCarrier(target.value)}
        className="mt-5"
      />
      <fieldset className="mt-5">
        <legend className="font-medium">Tracking numbers</legend>
        {/* The negative margin leaves room for focus rings inside the scroll area. */}
        <ul className="-mx-1 mt-2 grid max-h-72 gap-3 overflow-auto p-1">
          {orders.map(({ number, serial }) => (
            <li key={number}>
              <TextField
                label={serial}
                required={false}
                maxLength={100}
                value={tracking.get(number) ?? ''}
                onChange={({ target }) => onTracking(new Map(tracking).set(number, target.value))}
              />
            </li>
          ))}
        </ul>
      </fieldset>
    </>
  )
}
