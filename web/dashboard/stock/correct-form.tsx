import { useState } from 'react'
import { correctInput, type StockRow } from '#contract/stock.ts'
import { useStockChanges } from '../../data/admin-stock.ts'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { pieces } from './pieces.ts'
import { useBooking } from './use-booking.ts'

interface CorrectFormProps {
  row: StockRow
  onClose(done: boolean): void
}

/** What was counted, or by how much the shelf differs; and why. */
export function CorrectForm({ row, onClose }: CorrectFormProps) {
  const { correct } = useStockChanges()
  const [by, setBy] = useState<'counted' | 'change'>('counted')
  const book = useBooking(() => onClose(true))
  const form = useForm({
    schema: correctInput,
    read: (fields) => ({
      variantid: row.variantid,
      [by]: pieces(fields[by]),
      reason: fields['reason'],
    }),
    submit: (input) => book((key) => correct(input, key)),
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
        label="What is known"
        value={by}
        onChange={({ target }) => setBy(target.value === 'change' ? 'change' : 'counted')}
        options={[
          ['counted', 'How many are there'],
          ['change', 'How many are missing or too many'],
        ]}
      />
      <TextField
        key={by}
        {...form.field(by)}
        label={by === 'counted' ? 'Counted pieces' : 'Change'}
        hint={
          by === 'counted'
            ? `${onHand} on hand now${reserved > 0 ? `, ${reserved} of them put aside for orders` : ''}.`
            : `-1 where one is missing, 2 where two were found; ${onHand} on hand now.`
        }
        type="number"
        step={1}
      />
      <TextField
        {...form.field('reason')}
        label="Reason"
        maxLength={500}
        hint="It stands in the ledger: counted, broken, lost…"
      />
    </Form>
  )
}
