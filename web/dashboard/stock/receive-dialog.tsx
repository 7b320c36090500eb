import { receiveInput, type StockRow } from '#contract/stock/stock.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { custom, text } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
import { parseNumber } from '../record-form/parse-number.ts'
import { variantName } from './variant-name.ts'

interface ReceiveDialogProps {
  rows: readonly StockRow[]
  onClose(isBooked: boolean): void
}

const describeReceipt = (rows: readonly StockRow[]) =>
  describeForm(receiveInput, {
    lines: custom({
      label: 'Units',
      read: ({ texts }) =>
        rows.map(({ variantid }, index) => ({
          variantid,
          quantity: parseNumber(texts[`lines.${index}.quantity`]),
        })),
      control: ({ form }) => (
        <div className={rows.length > 1 ? 'grid gap-4 sm:grid-cols-2' : ''}>
          {rows.map((row, index) => (
            <TextField
              key={row.variantid}
              {...form.field(`lines.${index}.quantity`)}
              label={rows.length > 1 ? variantName(row) : 'Units'}
              hint={`${row.on_hand} on hand now`}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
            />
          ))}
        </div>
      ),
    }),
    note: text('Note', {
      required: false,
      maxLength: 500,
      hint: 'Such as the delivery note number. Shown in the stock history.',
    }),
  })

/** Books received goods: how many units of each variant arrived. */
export function ReceiveDialog({ rows, onClose }: ReceiveDialogProps) {
  const receive = useAdminCall('POST admin/stock/receive')
  const [first] = rows
  return (
    <FormDialog
      title={`Receive ${first && rows.length === 1 ? variantName(first) : 'goods'}`}
      wide={rows.length > 1}
      label="Receive goods"
      of={describeReceipt(rows)}
      draft={`receive ${rows.map(({ variantid }) => variantid).join(' ')}`}
      action="Receive goods"
      submit={receive.mutateAsync}
      onClose={onClose}
    />
  )
}
