import { receiveReturn, type AdminReturn } from '#contract/orders/return.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { describeForm } from '../record-form/describe-form.ts'
import { custom, fixed } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'

const findings = [
  ['restocked', 'Restocked'],
  ['damaged', 'Damaged'],
  ['missing', 'Missing'],
] as const

const fieldName = (finding: string, lineId: number) => `${finding}.${lineId}`

type Line = AdminReturn['lines'][number]

const describeReceipt = (id: number, lines: readonly Line[]) =>
  describeForm(receiveReturn.input, {
    id: fixed(id),
    lines: custom({
      label: 'Items',
      read: ({ texts }) =>
        lines.map(({ lineId }) => {
          const units = (finding: string) => Number(texts[fieldName(finding, lineId)] ?? 0)
          return {
            lineId,
            restocked: units('restocked'),
            damaged: units('damaged'),
            missing: units('missing'),
          }
        }),
      control: () => (
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <ReceivedLine key={line.lineId} line={line} />
          ))}
        </ul>
      ),
    }),
  })

/** Records the inspection of what came back: how many units are restocked, damaged or missing. */
export function ReceiveDialog({ shown, onClose }: { shown: AdminReturn; onClose(): void }) {
  const { id } = shown
  const lines = shown.lines
    .map((line) => ({ ...line, quantity: line.quantity - line.cancelled }))
    .filter(({ quantity }) => quantity > 0)
  const receive = useOrderCall('POST admin/returns/:id/receive')
  return (
    <FormDialog
      title="Receive items"
      intro="Restocked units go back on sale. Missing units are not refunded."
      wide
      of={describeReceipt(id, lines)}
      draft={`receive return ${id}`}
      action="Save"
      submit={receive.mutateAsync}
      onClose={onClose}
    />
  )
}

function ReceivedLine({ line: { lineId, productname, options, quantity } }: { line: Line }) {
  const name = [productname, ...Object.values(options)].join(', ')
  return (
    <li className="py-4">
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
}
