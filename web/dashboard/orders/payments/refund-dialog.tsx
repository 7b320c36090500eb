import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useRefundOrder, useRefundPreview } from '../../../data/admin/orders.ts'
import { errorMessage } from '../../../lib/api.ts'
import { useEmailNotice } from '../../use-email-notice.ts'
import { useShop } from '../../../data/shop.ts'
import { money } from '../../../lib/format/money.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextAreaField } from '../../../ui/form/text-area-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { RefundLine, type RefundChoice } from './refund-line.tsx'
import { newIdempotencyKey } from '../../../lib/new-key.ts'

/** Refunds units, delivery or any amount. The server calculates the total before anything is sent. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, currency, shipping: delivery, payments, can } = order
  const format = { ...useShop(), currency }
  const emailNotice = useEmailNotice()
  const refund = useRefundOrder()
  const canRestock = can.includes('restock')
  const lines = order.lines.filter(({ quantity, refundedquantity }) => quantity > refundedquantity)
  const [choices, setChoices] = useState<ReadonlyMap<number, RefundChoice>>(new Map())
  const [shipping, setShipping] = useState(false)
  const [additional, setAdditional] = useState('')
  const [reason, setReason] = useState('')
  const [idempotencyKey] = useState(newIdempotencyKey)

  const draft = {
    number,
    lines: [...choices]
      .filter(([, { quantity }]) => quantity > 0)
      .map(([position, { quantity, restock }]) => ({ position, quantity, restock: canRestock && restock })),
    shipping,
    amount: additional === '' ? null : additional,
  }
  const debounced = useDebounced(JSON.stringify(draft), 200)
  const preview = useRefundPreview(JSON.parse(debounced) as typeof draft)
  const isCurrent = debounced === JSON.stringify(draft) && !preview.isFetching && !preview.isError
  const amount = preview.data?.amount ?? 0
  const isReady = isCurrent && amount > 0

  function sendRefund() {
    if (!isReady) return
    // The dialog shows the error, so no toast does.
    refund.mutate(
      { ...draft, reason, idempotencyKey },
      { onSuccess: () => onClose(true), onError: () => true },
    )
  }

  const refundEverything = () => {
    const allUnits = lines.map(
      (line) =>
        [line.position, { quantity: line.quantity - line.refundedquantity, restock: canRestock }] as const,
    )
    setChoices(new Map(allUnits))
    setShipping(delivery > 0)
  }

  const isManual = payments.some(({ status, isManual: sentByStaff }) => status === 'paid' && sentByStaff)
  const error = preview.isError ? preview.error : refund.error
  return (
    <Dialog title="Refund" wide onClose={() => onClose(false)}>
      <p className="text-quiet">
        {isManual
          ? 'You return the money yourself. This records the refund.'
          : 'The payment provider sends the refund.'}{' '}
        {emailNotice('The customer is notified.')}
      </p>
      <form
        aria-label="Refund"
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          sendRefund()
        }}
      >
        <div>
          <Button kind="secondary" onClick={refundEverything}>
            Refund everything
          </Button>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <RefundLine
              key={line.position}
              line={line}
              canRestock={canRestock}
              choice={choices.get(line.position) ?? { quantity: 0, restock: canRestock }}
              onChange={(next) => setChoices(new Map(choices).set(line.position, next))}
            />
          ))}
        </ul>
        {delivery > 0 && (
          <CheckboxField
            label={`Delivery (${money(delivery, format)})`}
            checked={shipping}
            onChange={({ target }) => setShipping(target.checked)}
          />
        )}
        <TextField
          label={`Additional amount (${currency})`}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          required={false}
          value={additional}
          onChange={({ target }) => setAdditional(target.value)}
        />
        <TextAreaField
          label="Reason"
          hint="Internal note, not shown to the customer."
          rows={2}
          required={false}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <p role="status" className="text-lg font-medium tabular">
          {isReady && `Refund ${money(amount, format)}, leaving ${money(preview.data?.left ?? 0, format)}.`}
          {isCurrent && amount === 0 && 'Select items to refund.'}
          {!isCurrent && !preview.isError && 'Calculating…'}
        </p>
        {error && (
          <p role="alert" className="text-danger">
            {errorMessage(error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="secondary" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            aria-disabled={refund.isPending || !isReady}
            className="aria-disabled:opacity-50"
          >
            {refund.isPending ? 'Refunding…' : isReady ? `Refund ${money(amount, format)}` : 'Refund'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
