import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { custom } from '#web/dashboard/record-form/fields.tsx'
import { variantName } from '#web/dashboard/stock/variant-name.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ShortageList } from './shortage-list.tsx'
import { canShipPart, unitsInStock } from './stock.ts'

type Line = AdminOrder['lines'][number]

const quantityField = (lineId: number) => `quantity.${lineId}`

interface ShippedItemsOptions {
  onlyInStock?: boolean
  /** Called when a button has changed the quantities, which fires no input event. */
  onFill?(): void
}

/** The field with the units that go into a package: at first all that are left, or those in stock. */
export function shippedItems(
  lines: readonly Line[],
  { onlyInStock = false, onFill }: ShippedItemsOptions = {},
) {
  const unshipped = lines.filter(({ lefttoship }) => lefttoship > 0)
  return custom({
    label: 'Items in this package',
    read: ({ texts }) =>
      unshipped.flatMap(({ lineId }) => {
        const quantity = Number(texts[quantityField(lineId)] ?? 0)
        return quantity > 0 ? [{ lineId, quantity }] : []
      }),
    control: () => <ShippedLines lines={unshipped} startsInStock={onlyInStock} onFill={onFill} />,
  })
}

interface ShippedLinesProps {
  lines: Line[]
  startsInStock: boolean
  onFill: ShippedItemsOptions['onFill']
}

function ShippedLines({ lines, startsInStock, onFill }: ShippedLinesProps) {
  const [fills, setFills] = useState(0)
  const onlyInStock = startsInStock || fills > 0
  return (
    <fieldset>
      <legend className="font-medium">Items in this package</legend>
      <div className="mt-2 grid justify-items-start gap-2 empty:hidden">
        <ShortageList lines={lines} />
        {canShipPart(lines) && (
          <Button
            kind="secondary"
            onClick={() => {
              setFills(fills + 1)
              onFill?.()
            }}
          >
            Ship what is in stock
          </Button>
        )}
      </div>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <ShippedLine
            // A new key gives the choice its new default, also after someone has changed it.
            key={`${line.lineId} ${fills}`}
            line={line}
            initial={onlyInStock ? unitsInStock(line) : line.lefttoship}
          />
        ))}
      </ul>
    </fieldset>
  )
}

/** One line: how many of the units that are left go into the package. */
function ShippedLine({ line, initial }: { line: Line; initial: number }) {
  const { lineId, lefttoship } = line
  const name = variantName(line)
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="min-w-0 wrap-anywhere">{name}</p>
      <SelectField
        name={quantityField(lineId)}
        label="Quantity"
        aria-label={`Quantity of ${name} to ship`}
        className="w-36"
        defaultValue={String(initial)}
        options={Array.from({ length: lefttoship + 1 }, (_, units) => [
          String(units),
          `${units} of ${lefttoship}`,
        ])}
      />
    </li>
  )
}
