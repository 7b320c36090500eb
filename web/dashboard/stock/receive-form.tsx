import { receiveInput, type StockRow } from '#contract/stock.ts'
import { useStockChanges } from '../../data/admin-stock.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { pieces } from './pieces.ts'
import { useBooking } from './use-booking.ts'
import { variantName } from './variant-name.ts'

interface ReceiveFormProps {
  rows: readonly StockRow[]
  onClose(done: boolean): void
}

/** How many pieces of each variant have arrived. */
export function ReceiveForm({ rows, onClose }: ReceiveFormProps) {
  const { receive } = useStockChanges()
  const book = useBooking(() => onClose(true))
  const form = useForm({
    schema: receiveInput,
    read: (fields) => ({
      lines: rows.map(({ variantid }, index) => ({
        variantid,
        quantity: pieces(fields[`lines.${index}.quantity`]),
      })),
      note: fields['note'],
    }),
    submit: (input) => book((key) => receive(input, key)),
  })
  return (
    <Form
      form={form}
      label="Receive goods"
      action="Receive goods"
      busyAction="Saving…"
      onCancel={() => onClose(false)}
    >
      <div className={rows.length > 1 ? 'grid gap-4 sm:grid-cols-2' : ''}>
        {rows.map((row, index) => (
          <TextField
            key={row.variantid}
            {...form.field(`lines.${index}.quantity`)}
            label={rows.length > 1 ? variantName(row) : 'Pieces'}
            hint={`${row.on_hand} on hand now`}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
          />
        ))}
      </div>
      <TextField
        {...form.field('note')}
        label="Note"
        required={false}
        maxLength={500}
        hint="Such as the number of the delivery note; it stands in the ledger."
      />
    </Form>
  )
}
