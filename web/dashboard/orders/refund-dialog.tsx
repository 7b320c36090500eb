import { useState } from 'react'
import type { AdminOrder } from '#contract/admin-order.ts'
import { useOrderWork, useRefundPreview } from '../../data/admin-orders.ts'
import { wordsOf } from '../../data/personal-change.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/money.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { RefundLine, type PaidBack } from './refund-line.tsx'

/** Pays back pieces, delivery, or any amount; what it comes to is computed by the server before it is done. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, currency, shipping: delivery, payments, can } = order
  const format = { ...useShop(), currency }
  const { refund } = useOrderWork()
  const restocks = can.includes('restock')
  const lines = order.lines.filter(({ quantity, refundedquantity }) => quantity > refundedquantity)
  const [chosen, setChosen] = useState<ReadonlyMap<number, PaidBack>>(new Map())
  const [shipping, setShipping] = useState(false)
  const [beyond, setBeyond] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const wish = {
    number,
    lines: [...chosen]
      .filter(([, { quantity }]) => quantity > 0)
      .map(([position, { quantity, restock }]) => ({ position, quantity, restock: restocks && restock })),
    shipping,
    amount: beyond === '' ? null : beyond,
  }
  const asked = useDebounced(JSON.stringify(wish), 200)
  const preview = useRefundPreview(JSON.parse(asked) as typeof wish)
  const isCurrent = asked === JSON.stringify(wish) && !preview.isFetching && !preview.isError
  const amount = preview.data?.amount ?? 0
  const isReady = isCurrent && amount > 0

  async function payBack() {
    if (busy || !isReady) return
    setBusy(true)
    setFailure('')
    try {
      await refund({ ...wish, reason }, key)
      onClose(true)
    } catch (error) {
      setFailure(wordsOf(error as Error))
      setBusy(false)
    }
  }

  const all = () => {
    const whole = lines.map(
      (line) =>
        [line.position, { quantity: line.quantity - line.refundedquantity, restock: restocks }] as const,
    )
    setChosen(new Map(whole))
    setShipping(delivery > 0)
  }

  const byHand = payments.some(({ status, byHand: isOurs }) => status === 'paid' && isOurs)
  const problem = preview.isError ? wordsOf(preview.error) : failure
  return (
    <Dialog title="Pay back" wide onClose={() => onClose(false)}>
      <p className="text-quiet">
        {byHand
          ? 'You hand over or transfer the money yourself: here it is written down, and the customer is told.'
          : 'The provider of the payment sends the money, and the customer is told when it is on its way.'}
      </p>
      <form
        aria-label="Pay back"
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void payBack()
        }}
      >
        <div>
          <Button kind="secondary" onClick={all}>
            All of it
          </Button>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((line) => (
            <RefundLine
              key={line.position}
              line={line}
              restocks={restocks}
              chosen={chosen.get(line.position) ?? { quantity: 0, restock: restocks }}
              onChange={(next) => setChosen(new Map(chosen).set(line.position, next))}
            />
          ))}
        </ul>
        {delivery > 0 && (
          <CheckboxField
            label={`What delivery has cost (${money(delivery, format)})`}
            checked={shipping}
            onChange={({ target }) => setShipping(target.checked)}
          />
        )}
        <TextField
          label={`Another amount beside that, in ${currency}`}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          required={false}
          value={beyond}
          onChange={({ target }) => setBeyond(target.value)}
        />
        <TextAreaField
          label="Why"
          hint="For the shop alone."
          rows={2}
          required={false}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <p role="status" className="text-lg font-medium tabular">
          {isReady &&
            `${money(amount, format)} are paid back; ${money(preview.data?.left ?? 0, format)} stay.`}
          {isCurrent && amount === 0 && 'Choose what is paid back.'}
          {!isCurrent && !preview.isError && 'Computing…'}
        </p>
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="secondary" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy || !isReady} className="aria-disabled:opacity-50">
            {busy ? 'Working…' : isReady ? `Pay back ${money(amount, format)}` : 'Pay back'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
