import { TextField } from '../../ui/form/text-field.tsx'

interface BulkParcelsProps {
  numbers: readonly string[]
  carrier: string
  onCarrier(carrier: string): void
  /** By the number of the order. */
  tracking: ReadonlyMap<string, string>
  onTracking(tracking: ReadonlyMap<string, string>): void
}

/** Who carries many parcels, and how each of them is found. */
export function BulkParcels({ numbers, carrier, onCarrier, tracking, onTracking }: BulkParcelsProps) {
  return (
    <>
      <TextField
        label="Carrier of all of them"
        required={false}
        maxLength={100}
        value={carrier}
        onChange={({ target }) => onCarrier(target.value)}
        className="mt-5"
      />
      <fieldset className="mt-5">
        <legend className="font-medium">Tracking numbers</legend>
        {/* With room for the ring of a field that has the focus. */}
        <ul className="-mx-1 mt-2 grid max-h-72 gap-3 overflow-auto p-1">
          {numbers.map((number) => (
            <li key={number}>
              <TextField
                label={number}
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
