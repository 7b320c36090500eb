import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { useRefundOrder, useRefundPreview } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { money } from '#web/lib/format/money.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { area, checkbox, custom, decimal, fixed } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { fillFields, readFields } from '#web/ui/form/draft/draft-fields.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { allUnits, quantityField, restockField } from './refund-fields.ts'
import { RefundLine } from './refund-line.tsx'

const refundInput = refundOrder.input.omit({ preview: true })

/** The fields of a refund. Lines without units are left out. */
function describeRefund({ number, currency, lines, can }: AdminOrder, delivery: string) {
  const canRestock = can.includes('restock')
  const refundable = lines.filter(({ quantity, refundedquantity }) => quantity > refundedquantity)
  return describeForm(refundInput, {
    number: fixed(number),
    lines: custom({
      label: 'Items',
      read: ({ texts }) =>
        refundable.flatMap(({ position }) => {
          const quantity = Number(texts[quantityField(position)] ?? 0)
          const restock = canRestock && texts[restockField(position)] === 'on'
          return quantity > 0 ? [{ position, quantity, restock }] : []
        }),
      control: () => (
        <ul className="divide-y divide-line border-y border-line">
          {refundable.map((line) => (
            <RefundLine key={line.position} line={line} canRestock={canRestock} />
          ))}
        </ul>
      ),
    }),
    shipping: delivery ? checkbox(`Delivery (${delivery})`) : fixed(false),
    amount: decimal(`Additional amount (${currency})`, { type: 'number', min: 0, step: 'any', empty: null }),
    reason: area('Reason', {
      hint: 'Internal note, not shown to the customer.',
      rows: 2,
      required: false,
      maxLength: 500,
    }),
  })
}

/** Refunds units, delivery or any amount. The server calculates the total before anything is sent. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, currency, shipping, payments } = order
  const format = { ...useShop(), currency }
  const emailNotice = useEmailNotice(order)
  const refund = useRefundOrder()
  const [fields, setFields] = useState<Record<string, string>>({})
  // The draft and the key belong to the next refund of this order: once it is made, neither applies to another one.
  const [name] = useState(`refund ${order.refunds.length + 1} of order ${number}`)
  const of = describeRefund(order, shipping > 0 ? money(shipping, format) : '')

  const { reason: _reason, ...input } = of.read(fields, {})
  const debounced = useDebounced(JSON.stringify(input), 200)
  const preview = useRefundPreview(JSON.parse(debounced) as typeof input)
  const isCurrent = debounced === JSON.stringify(input) && !preview.isFetching && !preview.isError
  const amount = preview.data?.amount ?? 0
  const isReady = isCurrent && amount > 0
  const status = isReady
    ? `Refund ${money(amount, format)}, leaving ${money(preview.data?.left ?? 0, format)}.`
    : isCurrent
      ? 'Select items to refund.'
      : preview.isError
        ? ''
        : 'Calculating…'

  const isManual = payments.some(({ status: paid, isManual: sentByStaff }) => paid === 'paid' && sentByStaff)
  return (
    <FormDialog
      title="Refund"
      intro={`${
        isManual
          ? 'You return the money yourself. This records the refund.'
          : 'The payment provider sends the refund.'
      } ${emailNotice('The customer is notified.')}`}
      wide
      of={of}
      draft={name}
      action={isReady ? `Refund ${money(amount, format)}` : 'Refund'}
      busyAction="Refunding…"
      // Nobody sends an amount that they have not seen.
      check={() =>
        isReady
          ? undefined
          : { path: 'lines', message: preview.isError ? errorMessage(preview.error) : status }
      }
      submit={(sent) => refund.mutateAsync({ ...sent, idempotencyKey: name })}
      onClose={onClose}
    >
      {({ place, form }) => (
        <div
          className="grid gap-5"
          onInput={({ currentTarget }) => {
            const element = currentTarget.closest('form')
            if (element) setFields(readFields(element))
          }}
        >
          <div>
            <Button
              kind="secondary"
              onClick={() => {
                if (form.ref.current) fillFields(form.ref.current, allUnits(order))
              }}
            >
              Refund everything
            </Button>
          </div>
          {of.names.map(place)}
          <p role="status" className="text-lg font-medium tabular">
            {status}
          </p>
          {preview.isError && (
            <p role="alert" className="text-danger">
              {errorMessage(preview.error)}
            </p>
          )}
        </div>
      )}
    </FormDialog>
  )
}
