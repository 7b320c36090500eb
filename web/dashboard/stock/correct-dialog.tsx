import { correctInput, type StockRow } from '#contract/stock/stock.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { custom, fixed, text } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
import { parseNumber } from '../record-form/parse-number.ts'
import { variantName } from './variant-name.ts'

interface CorrectDialogProps {
  row: StockRow
  onClose(isBooked: boolean): void
}

const describeCorrection = ({ variantid, on_hand: onHand, reserved }: StockRow) =>
  describeForm(correctInput, {
    variantid: fixed(variantid),
    counted: custom<number | undefined, 'counted' | 'change'>({
      label: 'Counted units',
      start: () => 'counted',
      read: ({ texts, state: by }) => (by === 'counted' ? parseNumber(texts['counted']) : undefined),
      control: ({ form, state: by, setState }) => (
        <>
          <SelectField
            label="Correct by"
            value={by}
            onChange={({ target }) => setState(target.value === 'change' ? 'change' : 'counted')}
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
        </>
      ),
    }),
    change: custom<number | undefined>({
      label: 'Adjustment',
      read: ({ texts, states }) =>
        states['counted'] === 'change' ? parseNumber(texts['change']) : undefined,
      control: () => null,
    }),
    reason: text('Reason', {
      maxLength: 500,
      hint: 'Such as counted, broken or lost. Shown in the stock history.',
    }),
  })

/** Corrects the stock of a variant, by a new count or an adjustment, with a reason. */
export function CorrectDialog({ row, onClose }: CorrectDialogProps) {
  const correct = useAdminCall('POST admin/stock/correct')
  return (
    <FormDialog
      title={`Correct ${variantName(row)}`}
      label="Correct stock"
      of={describeCorrection(row)}
      draft={`correct stock of ${row.variantid}`}
      action="Correct stock"
      submit={correct.mutateAsync}
      onClose={onClose}
    />
  )
}
