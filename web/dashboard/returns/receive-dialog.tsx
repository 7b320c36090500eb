import { receiveReturn, type AdminReturn } from '#contract/orders/return.ts'
import { useReceiveReturn } from '#web/data/admin/returns.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const findings = [
  ['restocked', 'Restocked'],
  ['damaged', 'Damaged'],
  ['missing', 'Missing'],
] as const

const fieldName = (finding: string, lineId: number) => `${finding}.${lineId}`

/** Records the inspection of what came back: how many units are restocked, damaged or missing. */
export function ReceiveDialog({ shown, onClose }: { shown: AdminReturn; onClose(): void }) {
  const { id } = shown
  const lines = shown.lines
    .map((line) => ({ ...line, quantity: line.quantity - line.cancelled }))
    .filter(({ quantity }) => quantity > 0)
  const receive = useReceiveReturn()
  const form = useForm({
    schema: receiveReturn.input,
    draft: { name: `receive return ${id}` },
    read: (fields) => ({
      id,
      lines: lines.map(({ lineId }) => {
        const units = (finding: string) => Number(fields[fieldName(finding, lineId)] ?? 0)
        return {
          lineId,
          restocked: units('restocked'),
          damaged: units('damaged'),
          missing: units('missing'),
        }
      }),
    }),
    async submit(input) {
      await receive.mutateAsync(input)
      onClose()
    },
  })
  return (
    <Dialog title="Receive items" wide onClose={onClose}>
      <p className="mb-5 text-quiet">Restocked units go back on sale. Missing units are not refunded.</p>
      <Form form={form} label="Receive items" action="Save" busyAction="Saving…" onCancel={onClose}>
        <ul className="divide-y divide-line border-y border-line">
          {lines.map(({ lineId, productname, options, quantity }) => {
            const name = [productname, ...Object.values(options)].join(', ')
            return (
              <li key={lineId} className="py-4">
                <p className="font-medium wrap-anywhere">
                  {quantity} × {name}
                </p>
                <div className="mt-2 grid grid-cols-3 gap-3">
                  {findings.map(([finding, label]) => (
                    <TextField
                      key={finding}
                      name={fieldName(finding, lineId)}
                      label={label}
                      aria-label={`${label} units of ${name}`}
                      type="number"
                      inputMode="numeric"
                      min={0}
                      max={quantity}
                      defaultValue={finding === 'restocked' ? quantity : 0}
                    />
                  ))}
                </div>
              </li>
            )
          })}
        </ul>
      </Form>
    </Dialog>
  )
}
