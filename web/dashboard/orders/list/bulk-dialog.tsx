import { useRef, useState } from 'react'
import {
  bulkOrders,
  MAX_BULK_ORDERS,
  type BulkOrderAction,
  type BulkOutcome,
} from '#contract/orders/order-actions.ts'
import { useBulkOrders } from '#web/data/admin/orders.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { RestoredNotice } from '#web/ui/form/draft/restored-notice.tsx'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useForm, type FormState } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { ordersText } from '../order-labels.ts'
import { BulkResult } from './bulk-result.tsx'
import { BulkTags, tagsOf } from './bulk-tags.tsx'
import { BulkTracking } from './bulk-tracking.tsx'
import { keepNestedEnter } from '#web/ui/form/nested-enter.ts'

const bulkActionTexts: Record<
  BulkOrderAction,
  { title: (orders: string) => string; text: string; email?: string; action: string; done: string }
> = {
  confirm: {
    title: (orders) => `Mark ${orders} as paid?`,
    text: 'This marks bank transfers as received. Cash orders are confirmed, and stay unpaid until they are delivered.',
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
  cancel: {
    title: (orders) => `Cancel ${orders}?`,
    text: 'What was paid is refunded.',
    email: 'Customers are emailed the reason.',
    action: 'Cancel orders',
    done: 'cancelled',
  },
  tag: {
    title: (orders) => `Tag ${orders}`,
    text: 'Tags group orders, and the list can be filtered by them.',
    action: 'Add tags',
    done: 'tagged',
  },
  untag: {
    title: (orders) => `Remove tags from ${orders}`,
    text: 'Orders without these tags stay as they are.',
    action: 'Remove tags',
    done: 'changed',
  },
}

interface BulkDialogProps {
  action: BulkOrderAction
  orders: readonly { number: string; serial: string }[]
  /** Receives the numbers of the orders that changed. */
  onClose(changed: readonly string[]): void
}

/**
 * Confirms a bulk action and changes the orders part by part. Then lists each order that could not be changed with the
 * reason. After a failure, or once stopped, the same button goes on with the rest.
 */
export function BulkDialog({ action, orders, onClose }: BulkDialogProps) {
  const numbers = orders.map(({ number }) => number)
  const emailNotice = useEmailNotice()
  const bulk = useBulkOrders()
  const { title, text, email, action: actionName, done } = bulkActionTexts[action]
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>([])
  const isStopped = useRef(false)
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState<ReadonlyMap<string, string>>(new Map())
  const reached = outcomes.filter((outcome) => outcome.done).map(({ number }) => number)
  const isAboutTags = action === 'tag' || action === 'untag'
  const isFinished = outcomes.length === numbers.length

  const shipmentsOf = (part: readonly string[]) =>
    part
      .map((number) => ({ number, carrier: carrier.trim(), tracking: tracking.get(number)?.trim() ?? '' }))
      .filter((shipment) => shipment.carrier || shipment.tracking)

  const form = useForm({
    schema: bulkOrders.input,
    // The first orders stand for all: each part replaces the numbers and the shipments.
    read(fields) {
      const first = numbers.slice(0, MAX_BULK_ORDERS)
      return {
        numbers: first,
        action,
        ...(action === 'fulfil' && { shipments: shipmentsOf(first) }),
        ...(isAboutTags && { tags: tagsOf(fields['tags']) }),
        ...(action === 'cancel' && { reason: fields['reason'], restock: fields['restock'] === 'on' }),
      }
    },
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
      isStopped.current = false
      const before = outcomes
      const now = await bulk.run({
        numbers: numbers.slice(before.length),
        inputOf: (part) => ({ ...input, shipments: action === 'fulfil' ? shipmentsOf(part) : [] }),
        onPart(part) {
          setOutcomes((all) => [...all, ...part])
          return !isStopped.current
        },
      })
      const all = [...before, ...now]
      if (all.length < numbers.length || !all.every((outcome) => outcome.done)) return
      showToast('success', `${ordersText(all.length)} ${done}`)
      onClose(numbers)
    },
  })

  const stop = () => {
    isStopped.current = true
    if (form.busy) return
    form.draft.remove()
    onClose(reached)
  }

  if (isFinished) return <BulkResult outcomes={outcomes} done={done} onClose={() => onClose(reached)} />
  return (
    <Dialog title={title(ordersText(numbers.length))} onClose={stop}>
      <p className="text-quiet">
        {text} {email && emailNotice(email)}
      </p>
      <form {...form.props} onKeyDown={keepNestedEnter} aria-label="Bulk action" className="mt-4">
        <RestoredNotice draft={form.draft} />
        {action === 'fulfil' && (
          <BulkTracking
            orders={orders.length > MAX_BULK_ORDERS ? [] : orders}
            carrier={carrier}
            onCarrier={setCarrier}
            tracking={tracking}
            onTracking={setTracking}
          />
        )}
        {action === 'cancel' && <CancelFields form={form} />}
        {isAboutTags && <BulkTags form={form} />}
        {(form.busy || outcomes.length > 0) && <Progress count={outcomes.length} of={numbers.length} />}
        <div className="mt-4 empty:hidden">
          <FormAlert text={form.message} />
        </div>
        <DialogButtons
          cancel={form.busy ? 'Stop' : 'Cancel'}
          onCancel={stop}
          type="submit"
          aria-disabled={form.busy}
        >
          {form.busy ? 'Saving…' : outcomes.length > 0 ? 'Go on' : actionName}
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const Progress = ({ count, of }: { count: number; of: number }) => (
  <div className="mt-4">
    <progress aria-label="Orders done" max={of} value={count} className="w-full" />
    <p role="status" className="text-sm text-quiet tabular">
      {count} of {of} done
    </p>
  </div>
)

/** For all orders alike. */
const CancelFields = ({ form }: { form: FormState }) => (
  <div className="mt-4 grid gap-4">
    <TextAreaField
      label="Reason"
      hint="Shown to the customers."
      rows={3}
      required={false}
      maxLength={500}
      {...form.field('reason')}
    />
    <CheckboxField label="Restock items" name="restock" defaultChecked />
  </div>
)
