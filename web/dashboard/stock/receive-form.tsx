import { receiveInput, type StockRow } from '#contract/stock/stock.ts'
import { useStockBooking } from '#web/data/admin/catalog/stock.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { variantName } from './variant-name.ts'

interface StockFormProps {
  rows: readonly StockRow[]
  onClose(isBooked: boolean): void
}

/** The number in a field; NaN for an empty one, which the schema refuses. */
export const quantityOf = (text = '') => (text.trim() === '' ? NaN : Number(text))

/** Books received goods: how many units of each variant arrived. */
export function ReceiveForm({ rows, onClose }: StockFormProps) {
  const { receive } = useStockBooking()
  const form = useForm({
    schema: receiveInput,
    draft: { name: `receive ${rows.map(({ variantid }) => variantid).join(' ')}` },
    read: (fields) => ({
      lines: rows.map(({ variantid }, index) => ({
        variantid,
        quantity: quantityOf(fields[`lines.${index}.quantity`]),
      })),
      note: fields['note'],
    }),
    async submit(input) {
      await receive.mutateAsync(input)
      onClose(true)
    },
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
            label={rows.length > 1 ? variantName(row) : 'Units'}
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
        hint="Such as the delivery note number. Shown in the stock history."
      />
    </Form>
  )
}
