import { useState } from 'react'
import type { OrderToPack } from '#contract/orders/packing.ts'
import { useBulkOrders } from '#web/data/admin/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { controlStyle } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { trackingLines } from './tracking-lines.ts'

/** The limit of one call. */
const BATCH_SIZE = 100

/** Ships many orders with the tracking numbers of a list: pasted, or from a CSV file. */
export function TrackingDialog({ orders, onClose }: { orders: readonly OrderToPack[]; onClose(): void }) {
  const bulk = useBulkOrders()
  const emailNotice = useEmailNotice()
  const [carrier, setCarrier] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [failed, setFailed] = useState<string[]>()
  const { found, problems } = trackingLines(text, orders)

  async function ship() {
    setError('')
    const messages: string[] = []
    try {
      for (let start = 0; start < found.length; start += BATCH_SIZE) {
        const batch = found.slice(start, start + BATCH_SIZE)
        const { data } = await bulk.mutateAsync({
          numbers: batch.map(({ number }) => number),
          action: 'fulfil',
          shipments: batch.map(({ number, tracking }) => ({ number, tracking, carrier: carrier.trim() })),
        })
        messages.push(...data.flatMap(({ done, message }) => (done ? [] : [message])))
      }
    } catch (reason) {
      setError(errorMessage(reason))
      return
    }
    if (messages.length > 0) setFailed(messages)
    else {
      showToast('success', `${ordersText(found.length)} shipped`)
      onClose()
    }
  }

  if (failed)
    return (
      <Dialog
        title={`${found.length - failed.length} of ${ordersText(found.length)} shipped`}
        onClose={onClose}
      >
        <p>Not shipped:</p>
        <Lines lines={failed} />
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    )
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
        aria-disabled={bulk.isPending || found.length === 0}
        onClick={() => {
          if (!bulk.isPending && found.length > 0) void ship()
        }}
      >
        {bulk.isPending ? 'Saving…' : `Ship ${ordersText(found.length)}`}
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

const ordersText = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
