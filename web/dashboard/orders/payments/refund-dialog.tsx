import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { useRefundOrder, useRefundPreview } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { money } from '#web/lib/format/money.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { fillFields, readFields } from '#web/ui/form/draft/draft-fields.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { RefundLine } from './refund-line.tsx'
import { allUnits, refundInput } from './refund-input.ts'

/** Refunds units, delivery or any amount. The server calculates the total before anything is sent. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, currency, shipping: delivery, payments, can } = order
  const format = { ...useShop(), currency }
  const emailNotice = useEmailNotice()
  const refund = useRefundOrder()
  const canRestock = can.includes('restock')
  const lines = order.lines.filter(({ quantity, refundedquantity }) => quantity > refundedquantity)
  const [fields, setFields] = useState<Record<string, string>>({})
  // The draft and the key belong to the next refund of this order: once it is made, neither applies to another one.
  const [name] = useState(`refund ${order.refunds.length + 1} of order ${number}`)

  const { reason: _reason, ...input } = refundInput(order, fields)
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

  const form = useForm({
    schema: refundOrder.input,
    draft: { name },
    read: (typed) => refundInput(order, typed),
    // Nobody sends an amount that they have not seen.
    check: () =>
      isReady
        ? undefined
        : { path: 'lines', message: preview.isError ? errorMessage(preview.error) : status },
    async submit(sent) {
      await refund.mutateAsync({ ...sent, idempotencyKey: name })
      onClose(true)
    },
  })

  const isManual = payments.some(({ status: paid, isManual: sentByStaff }) => paid === 'paid' && sentByStaff)
  return (
    <Dialog title="Refund" wide onClose={() => onClose(false)}>
      <p className="mb-4 text-quiet">
        {isManual
          ? 'You return the money yourself. This records the refund.'
          : 'The payment provider sends the refund.'}{' '}
        {emailNotice('The customer is notified.')}
      </p>
      <Form
        form={form}
        label="Refund"
        action={isReady ? `Refund ${money(amount, format)}` : 'Refund'}
        busyAction="Refunding…"
        onCancel={() => onClose(false)}
      >
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
          <ul className="divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <RefundLine key={line.position} line={line} canRestock={canRestock} />
            ))}
          </ul>
          {delivery > 0 && <CheckboxField name="shipping" label={`Delivery (${money(delivery, format)})`} />}
          <TextField
            {...form.field('amount')}
            label={`Additional amount (${currency})`}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            required={false}
          />
          <TextAreaField
            {...form.field('reason')}
            label="Reason"
            hint="Internal note, not shown to the customer."
            rows={2}
            required={false}
            maxLength={500}
          />
          <p role="status" className="text-lg font-medium tabular">
            {status}
          </p>
          {preview.isError && (
            <p role="alert" className="text-danger">
              {errorMessage(preview.error)}
            </p>
          )}
        </div>
      </Form>
    </Dialog>
  )
}
