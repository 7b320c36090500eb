import type { AdminOrder } from '#contract/admin-order.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

/** How many pieces of a line are paid back, and whether they are for sale again. */
export interface PaidBack {
  quantity: number
  restock: boolean
}

interface RefundLineProps {
  line: AdminOrder['lines'][number]
  /** Pieces can go on sale again. */
  restocks: boolean
  chosen: PaidBack
  onChange(chosen: PaidBack): void
}

/** One line of an order in the dialog that pays back. */
export function RefundLine({ line, restocks, chosen, onChange }: RefundLineProps) {
  const { productname, options, quantity, refundedquantity } = line
  const most = quantity - refundedquantity
  const kind = Object.values(options).join(', ')
  const name = kind ? `${productname} (${kind})` : productname
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {restocks && (
          <CheckboxField
            label="For sale again"
            aria-label={`${name} is for sale again`}
            checked={chosen.restock}
            disabled={chosen.quantity === 0}
            onChange={({ target }) => onChange({ ...chosen, restock: target.checked })}
          />
        )}
      </div>
      <SelectField
        label="Pieces"
        aria-label={`Pieces of ${name} that are paid back`}
        className="w-36"
        value={String(chosen.quantity)}
        options={Array.from({ length: most + 1 }, (_, pieces) => [String(pieces), `${pieces} of ${most}`])}
        onChange={({ target }) => onChange({ ...chosen, quantity: Number(target.value) })}
      />
    </li>
  )
}
