import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { buyLabel, type LabelQuotes } from '#contract/carriers/label.ts'
import { useLabelQuotes } from '#web/data/admin/carriers.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { custom, fixed } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { parseNumber } from '#web/dashboard/record-form/parse-number.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { readFields } from '#web/ui/form/draft/draft-fields.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { shippedItems } from '../shipping/shipped-items.tsx'
import { LabelChoice, type ChosenService } from './label-choice.tsx'

interface BuyLabelDialogProps {
  order: AdminOrder
  /** A shipment that has no label; absent: the label is for a new shipment. */
  shipmentId?: number
  onClose(done: boolean): void
}

/** Buys a label: items and weight, then the prices of all carriers, then one of them. */
export function BuyLabelDialog({ order, shipmentId, onClose }: BuyLabelDialogProps) {
  const { number, shippingAddress: to, shipments, lines } = order
  const { locale } = useShop()
  const emailNotice = useEmailNotice(order)
  const buy = useOrderCall('POST admin/orders/:number/labels')
  const asking = useLabelQuotes()
  /** Counts the changes of the package. Prices for an earlier one are not shown. */
  const [changes, setChanges] = useState(0)
  const [answer, setAnswer] = useState<{ quotes: LabelQuotes; changes: number }>()
  const [chosen, setChosen] = useState<ChosenService>()
  const [problem, setProblem] = useState('')
  const quotes = answer?.changes === changes ? answer.quotes : undefined

  const forget = () => {
    setChanges((count) => count + 1)
    setChosen(undefined)
  }

  const of = describeForm(buyLabel.input, {
    number: fixed(number),
    shipmentId: fixed(shipmentId),
    lines: shipmentId === undefined ? shippedItems(lines, { onFill: forget }) : fixed([]),
    weight: custom({
      label: 'Weight of the package (g)',
      read: ({ texts }) => chosen?.weight ?? parseNumber(texts['weight']),
      control: ({ form }) => (
        <TextField
          {...form.field('weight')}
          label="Weight of the package (g)"
          hint="Leave empty to use the weight of the items."
          inputMode="numeric"
          required={false}
        />
      ),
    }),
    carrier: fixed(chosen?.carrier ?? ('' as never)),
    quote: fixed(chosen?.quote ?? ''),
  })

  async function ask(form: HTMLFormElement | null) {
    if (!form || asking.isPending) return
    const texts = readFields(form)
    const { lines: wanted } = of.read(texts, {})
    const weight = texts['weight'] ? parseNumber(texts['weight']) : null
    const asked = changes + 1
    setChanges(asked)
    setChosen(undefined)
    setProblem('')
    try {
      const { data } = await asking.mutateAsync({
        number,
        lines: wanted,
        weight,
        ...(shipmentId !== undefined && { shipmentId }),
      })
      setAnswer({ quotes: data, changes: asked })
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <FormDialog
      title="Buy label"
      intro={`To ${to.fullName}, ${to.city} ${to.pincode}. ${emailNotice('The customer is emailed with the tracking details.')}`}
      of={of}
      draft={`label ${shipments.length + 1} of order ${number}`}
      action={chosen?.carrier === 'own' ? 'Ship with own label' : 'Buy label'}
      busyAction="Buying…"
      check={() => (chosen ? undefined : { path: 'quote', message: 'Get prices, then choose a service' })}
      submit={(input) => buy.mutateAsync(input)}
      onClose={onClose}
    >
      {({ place, form }) => (
        <div className="grid gap-5">
          <div className="grid gap-5" onInput={forget}>
            {place('lines')}
            {place('weight')}
          </div>
          <div>
            <Button
              kind="secondary"
              aria-disabled={asking.isPending}
              onClick={() => void ask(form.ref.current)}
            >
              {asking.isPending ? 'Asking carriers…' : 'Get prices'}
            </Button>
          </div>
          {quotes ? (
            <LabelChoice
              quotes={quotes}
              chosen={chosen}
              locale={locale}
              error={form.error('quote') ?? form.error('carrier')}
              onChoose={setChosen}
            />
          ) : (
            <QuoteError message={form.error('quote') ?? form.error('carrier')} />
          )}
          {problem && (
            <p role="alert" className="text-danger wrap-anywhere">
              {problem}
            </p>
          )}
          <p role="status" className="sr-only">
            {quotes ? `${countServices(quotes)} services found` : ''}
          </p>
        </div>
      )}
    </FormDialog>
  )
}

function QuoteError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p data-form-error tabIndex={-1} className="text-sm font-medium text-danger wrap-anywhere">
      {message}
    </p>
  )
}

const countServices = ({ carriers }: LabelQuotes) =>
  carriers.reduce((sum, { quotes }) => sum + quotes.length, 0)
