import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'

/** How many units of a line are refunded, and whether they are restocked. */
export interface RefundChoice {
  quantity: number
  restock: boolean
}

interface RefundLineProps {
  line: AdminOrder['lines'][number]
  canRestock: boolean
  choice: RefundChoice
  onChange(choice: RefundChoice): void
}

/** One line of an order in the refund dialog. */
export function RefundLine({ line, canRestock, choice, onChange }: RefundLineProps) {
  const { productname, options, quantity, refundedquantity } = line
  const refundable = quantity - refundedquantity
  const variant = Object.values(options).join(', ')
  const name = variant ? `${productname} (${variant})` : productname
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {canRestock && (
          <CheckboxField
            label="Restock"
            aria-label={`Restock ${name}`}
            checked={choice.restock}
            disabled={choice.quantity === 0}
            onChange={({ target }) => onChange({ ...choice, restock: target.checked })}
          />
        )}
      </div>
      <SelectField
        label="Quantity"
        aria-label={`Quantity of ${name} to refund`}
        className="w-36"
        value={String(choice.quantity)}
        options={Array.from({ length: refundable + 1 }, (_, units) => [
          String(units),
          `${units} of ${refundable}`,
        ])}
        onChange={({ target }) => onChange({ ...choice, quantity: Number(target.value) })}
      />
    </li>
  )
}
