import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { refundOrder, type RefundTarget } from '#contract/orders/payment/refund.ts'
import { useRefundOrder, useRefundPreview } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { errorMessage } from '#web/lib/api.ts'
import { money } from '#web/lib/format/money.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { area, checkbox, custom, decimal, fixed, select } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { fillFields, readFields } from '#web/ui/form/draft/draft-fields.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { allUnits, quantityField, restockField } from './refund-fields.ts'
import { RefundLine } from './refund-line.tsx'

const refundInput = refundOrder.input.omit({ preview: true })

/** Where the money may go. A guest has no store credit, and a gift card needs an email address. */
const targetsOf = ({ customer, email }: AdminOrder): (readonly [RefundTarget, string])[] => [
  ['original', 'The way it was paid'],
  ...(customer ? [['store_credit', 'Store credit of the customer'] as const] : []),
  ...(email ? [['gift_card', 'A new gift card, by email'] as const] : []),
]

/** The fields of a refund. Lines without units are left out. */
function describeRefund(order: AdminOrder, delivery: string) {
  const { number, currency, lines, can } = order
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
    to: select('Refund to', targetsOf(order), {
      hint: 'Store credit and gift cards have the money at once.',
    }),
    reason: area('Reason', {
      hint: 'Internal note, not shown to the customer.',
      rows: 2,
      required: false,
      maxLength: 500,
    }),
  })
}

/** Who sends the money back by default. */
function introOf({ payments, credits }: AdminOrder): string {
  if (payments.some(({ status, isManual }) => status === 'paid' && isManual))
    return 'You return the money yourself. This records the refund.'
  return credits.length > 0
    ? 'The payment provider sends its part of the refund, and gift cards or store credit get theirs at once.'
    : 'The payment provider sends the refund.'
}

/** Refunds units, delivery or any amount. The server calculates the total before anything is sent. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, currency, shipping } = order
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

  return (
    <FormDialog
      title="Refund"
      intro={`${introOf(order)} ${emailNotice('The customer is notified.')}`}
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
          <div role="status" className="tabular">
            <p className="text-lg font-medium">{status}</p>
            {isReady && preview.data && preview.data.parts.length > 0 && (
              <ul className="mt-1 text-quiet">
                {preview.data.parts.map((part) => (
                  <li key={part.name}>
                    {part.isManual
                      ? `${money(part.amount, format)} that you send yourself (${part.name})`
                      : `${money(part.amount, format)} to ${part.name}`}
                  </li>
                ))}
              </ul>
            )}
          </div>
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
