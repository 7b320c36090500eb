import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderRevision } from '#contract/orders/edit-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { useHeadingOnceGone } from '#web/lib/browser/focus.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { TotalsChange } from '../edit/totals-change.tsx'

interface RevisionDetailsProps {
  order: AdminOrder
  revision: OrderRevision
  /** Tells revisions apart for screen readers. */
  what: string
}

/** What an edit has changed in the total, and a button that undoes it. */
export function RevisionDetails({ order, revision, what }: RevisionDetailsProps) {
  const { number, currency } = order
  const { id, before, after, isUndone, canUndo } = revision
  const format = { ...useShop(), currency }
  const emailNotice = useEmailNotice(order)
  const undo = useOrderCall('POST admin/orders/:number/revisions/:id/undo')
  const [isAsking, setAsking] = useState(false)
  const leave = useHeadingOnceGone(canUndo || isAsking)
  const total = exactMoney(before.total, format)
  return (
    <div className="mt-1 text-sm">
      <details>
        <summary className="w-fit cursor-pointer py-1 text-quiet underline underline-offset-4 hover:decoration-2">
          Old and new total<span className="sr-only"> ({what})</span>
          {isUndone && ', undone'}
        </summary>
        <div className="mt-1 rounded-xs bg-ground p-3">
          <TotalsChange before={before} after={after} format={format} isStale={false} />
        </div>
      </details>
      {canUndo && (
        <Button kind="secondary" className="mt-2" onClick={() => setAsking(true)}>
          Undo edit
        </Button>
      )}
      {isAsking && (
        <ActionDialog
          title="Undo this edit?"
          text={`The order costs ${total} again. ${emailNotice('The customer gets an email.')}`}
          action="Undo edit"
          isPending={undo.isPending}
          onConfirm={(handlers) => undo.mutate({ number, id }, handlers)}
          onClose={(done) => {
            setAsking(false)
            if (done) leave()
          }}
        />
      )}
    </div>
  )
}
