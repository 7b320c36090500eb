import { useState } from 'react'
import type { BulkOutcome } from '#contract/orders/order-actions.ts'
import type { OrderToPack } from '#contract/orders/packing.ts'
import { useBulkOrders } from '#web/data/admin/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { controlStyle } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { BulkResult } from '#web/dashboard/orders/list/bulk-result.tsx'
import { ordersText } from '#web/dashboard/orders/order-labels.ts'
import { trackingLines } from './tracking-lines.ts'

/** Ships many orders with the tracking numbers of a list: pasted, or from a CSV file. */
export function TrackingDialog({ orders, onClose }: { orders: readonly OrderToPack[]; onClose(): void }) {
  const bulk = useBulkOrders()
  const emailNotice = useEmailNotice()
  const [carrier, setCarrier] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [outcomes, setOutcomes] = useState<BulkOutcome[]>()
  const { found, problems } = trackingLines(text, orders)

  async function ship() {
    setError('')
    const tracking = new Map(found.map((order) => [order.number, order.tracking]))
    try {
      const all = await bulk.run({
        numbers: [...tracking.keys()],
        inputOf: (part) => ({
          action: 'fulfil',
          shipments: part.map((number) => ({
            number,
            tracking: tracking.get(number) ?? '',
            carrier: carrier.trim(),
          })),
        }),
      })
      if (!all.every(({ done }) => done)) return setOutcomes(all)
      showToast('success', `${ordersText(all.length)} shipped`)
      onClose()
    } catch (reason) {
      setError(errorMessage(reason))
    }
  }

  if (outcomes) return <BulkResult outcomes={outcomes} done="shipped" onClose={onClose} />
  return (
    <Dialog title="Ship with tracking numbers" onClose={onClose}>
      <p className="text-quiet">
        Paste a line for each order: its number, then the tracking number.{' '}
        {emailNotice('Customers are emailed that their order has shipped.')}
      </p>
      <TextField
        label="Carrier (for all)"
        required={false}
        maxLength={100}
        value={carrier}
        onChange={({ target }) => setCarrier(target.value)}
        className="mt-4"
      />
      <label className="mt-4 block font-medium">
        Order number, tracking number
        <textarea
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder={`${orders[0]?.serial ?? '2026-000123'}, AWB123456789`}
          className={`${controlStyle} mt-1.5 font-normal`}
        />
      </label>
      <label className="mt-3 block text-sm">
        Or a CSV file{' '}
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
          className="block py-1"
        />
      </label>
      <div role="status" className="mt-3">
        {text.trim() !== '' && <p>{ordersText(found.length)} to ship.</p>}
        {problems.length > 0 && (
          <>
            <p className="mt-2 font-medium text-danger">These lines are left out:</p>
            <Lines lines={problems} />
          </>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-4 text-danger">
          {error}
        </p>
      )}
      <DialogButtons
        onCancel={onClose}
        aria-disabled={bulk.isRunning || found.length === 0}
        onClick={() => {
          if (!bulk.isRunning && found.length > 0) void ship()
        }}
      >
        {bulk.isRunning ? 'Saving…' : `Ship ${ordersText(found.length)}`}
      </DialogButtons>
    </Dialog>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="mt-2 max-h-60 list-disc overflow-auto pl-5">
    {lines.map((line) => (
      <li key={line} className="py-0.5 wrap-anywhere">
        {line}
      </li>
    ))}
  </ul>
)
