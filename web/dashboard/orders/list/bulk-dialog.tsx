import { useState } from 'react'
import { bulkOrders, type BulkOutcome, type bulkOrderActions } from '#contract/orders/admin-order.ts'
import { useBulkOrders } from '#web/data/admin/orders.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { RestoredNotice } from '#web/ui/form/draft/restored-notice.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { BulkTracking } from './bulk-tracking.tsx'
import { keepNestedEnter } from '#web/ui/form/nested-enter.ts'

export type BulkAction = (typeof bulkOrderActions)[number]

const bulkActionTexts: Record<
  BulkAction,
  { title: (orders: string) => string; text: string; email: string; action: string; done: string }
> = {
  confirm: {
    title: (orders) => `Mark ${orders} as paid?`,
    text: 'This marks the bank transfers as received.',
    email: 'Customers get a confirmation.',
    action: 'Mark as paid',
    done: 'marked as paid',
  },
  fulfil: {
    title: (orders) => `Mark ${orders} as shipped?`,
    text: 'You can add tracking details later.',
    email: 'Customers are emailed that their order has shipped.',
    action: 'Mark as shipped',
    done: 'shipped',
  },
  deliver: {
    title: (orders) => `Mark ${orders} as delivered?`,
    text: 'Cash on delivery is marked as paid.',
    email: 'Customers get a thank-you email.',
    action: 'Mark as delivered',
    done: 'delivered',
  },
}

interface BulkDialogProps {
  action: BulkAction
  orders: readonly { number: string; serial: string }[]
  /** Receives the numbers of the orders that changed. */
  onClose(changed: readonly string[]): void
}

/** Confirms a bulk action, then lists each order that could not be changed with the reason. */
export function BulkDialog({ action, orders, onClose }: BulkDialogProps) {
  const numbers = orders.map(({ number }) => number)
  const emailNotice = useEmailNotice()
  const bulk = useBulkOrders()
  const { title, text, email, action: actionName, done } = bulkActionTexts[action]
  const [outcomes, setOutcomes] = useState<BulkOutcome[]>()
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState<ReadonlyMap<string, string>>(new Map())
  const changed = (outcomes ?? []).filter((outcome) => outcome.done).map(({ number }) => number)
  const failed = (outcomes ?? []).filter((outcome) => !outcome.done)

  const shipments = () =>
    numbers
      .map((number) => ({ number, carrier: carrier.trim(), tracking: tracking.get(number)?.trim() ?? '' }))
      .filter((shipment) => shipment.carrier || shipment.tracking)

  const form = useForm({
    schema: bulkOrders.input,
    read: () => ({ numbers, action, ...(action === 'fulfil' && { shipments: shipments() }) }),
    draft: {
      name: `bulk ${action}`,
      state: {
        value: { carrier, tracking: [...tracking] },
        restore(value) {
          const restored = value as { carrier: string; tracking: [string, string][] }
          setCarrier(restored.carrier)
          setTracking(new Map(restored.tracking))
        },
      },
    },
    async submit(input) {
      const { data } = await bulk.mutateAsync(input)
      if (!data.every((outcome) => outcome.done)) return setOutcomes(data)
      showToast('success', `${ordersText(data.length)} ${done}`)
      onClose(data.map(({ number }) => number))
    },
  })

  if (outcomes) {
    return (
      <Dialog
        title={`${changed.length} of ${ordersText(outcomes.length)} ${done}`}
        onClose={() => onClose(changed)}
      >
        <p>Not changed:</p>
        <ul className="mt-3 max-h-80 list-disc overflow-auto pl-5">
          {failed.map(({ number, message }) => (
            <li key={number} className="py-1 wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end">
          <Button onClick={() => onClose(changed)}>Close</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={title(ordersText(numbers.length))} onClose={() => onClose([])}>
      <p className="text-quiet">
        {text} {emailNotice(email)}
      </p>
      <form {...form.props} onKeyDown={keepNestedEnter} aria-label="Bulk action" className="mt-4">
        <RestoredNotice draft={form.draft} />
        {action === 'fulfil' && (
          <BulkTracking
            orders={orders}
            carrier={carrier}
            onCarrier={setCarrier}
            tracking={tracking}
            onTracking={setTracking}
          />
        )}
        <div className="mt-4 empty:hidden">
          <FormAlert text={form.message} />
        </div>
        <DialogButtons
          onCancel={() => {
            form.draft.remove()
            onClose([])
          }}
          type="submit"
          aria-disabled={form.busy}
        >
          {form.busy ? 'Saving…' : actionName}
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const ordersText = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
