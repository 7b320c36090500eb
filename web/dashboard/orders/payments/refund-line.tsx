import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { variantName } from '#web/dashboard/stock/variant-name.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { quantityField, restockField } from './refund-fields.ts'

interface RefundLineProps {
  line: AdminOrder['lines'][number]
  canRestock: boolean
}

/** One line of an order in the refund dialog: how many units, and whether they are restocked. */
export function RefundLine({ line, canRestock }: RefundLineProps) {
  const { position, quantity, refundedquantity } = line
  const refundable = quantity - refundedquantity
  const name = variantName(line)
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {canRestock && (
          <CheckboxField
            name={restockField(position)}
            label="Restock"
            aria-label={`Restock ${name}`}
            defaultChecked
          />
        )}
      </div>
      <SelectField
        name={quantityField(position)}
        label="Quantity"
        aria-label={`Quantity of ${name} to refund`}
        className="w-36"
        options={Array.from({ length: refundable + 1 }, (_, units) => [
          String(units),
          `${units} of ${refundable}`,
        ])}
      />
    </li>
  )
}
