import { useState } from 'react'
import { correctInput, type StockRow } from '#contract/stock/stock.ts'
import { useStockBooking } from '#web/data/admin/catalog/stock.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { quantityOf } from './receive-form.tsx'

interface CorrectFormProps {
  row: StockRow
  onClose(isBooked: boolean): void
}

/** Corrects the stock of a variant, by a new count or an adjustment, with a reason. */
export function CorrectForm({ row, onClose }: CorrectFormProps) {
  const { correct } = useStockBooking()
  const [by, setBy] = useState<'counted' | 'change'>('counted')
  const form = useForm({
    schema: correctInput,
    draft: {
      name: `correct stock of ${row.variantid}`,
      state: { value: by, restore: (value) => setBy(value === 'change' ? 'change' : 'counted') },
    },
    read: (fields) => ({
      variantid: row.variantid,
      [by]: quantityOf(fields[by]),
      reason: fields['reason'],
    }),
    async submit(input) {
      await correct.mutateAsync(input)
      onClose(true)
    },
  })
  const { on_hand: onHand, reserved } = row
  return (
    <Form
      form={form}
      label="Correct stock"
      action="Correct stock"
      busyAction="Saving…"
      onCancel={() => onClose(false)}
    >
      <SelectField
        label="Correct by"
        value={by}
        onChange={({ target }) => setBy(target.value === 'change' ? 'change' : 'counted')}
        options={[
          ['counted', 'New count'],
          ['change', 'Adjustment'],
        ]}
      />
      <TextField
        key={by}
        {...form.field(by)}
        label={by === 'counted' ? 'Counted units' : 'Adjustment'}
        hint={
          by === 'counted'
            ? `${onHand} on hand now${reserved > 0 ? `, ${reserved} of them reserved for orders` : ''}.`
            : `-1 if one is missing, 2 if you found two more. ${onHand} on hand now.`
        }
        type="number"
        step={1}
      />
      <TextField
        {...form.field('reason')}
        label="Reason"
        maxLength={500}
        hint="Such as counted, broken or lost. Shown in the stock history."
      />
    </Form>
  )
}
