import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { OrderDialog, type OrderDialogProps } from './order-dialog.tsx'
import { historyOf } from './row-actions.tsx'

interface ShelfActionsProps {
  /** The noun of the journal. */
  subject: string
  /** How they are put in order; `items` are undefined until all of them are known. */
  order?: Pick<OrderDialogProps, 'title' | 'save'> & { items: OrderDialogProps['items'] | undefined }
}

/** What can be done with all of a kind: put them in order, and see what was changed. */
export function ShelfActions({ subject, order }: ShelfActionsProps) {
  const [ordering, setOrdering] = useState(false)
  return (
    <>
      {order && (
        <Button kind="secondary" aria-disabled={!order.items} onClick={() => setOrdering(true)}>
          Change order
        </Button>
      )}
      <LinkButton to={historyOf(subject)}>History</LinkButton>
      {ordering && order?.items && (
        <OrderDialog {...order} items={order.items} onClose={() => setOrdering(false)} />
      )}
    </>
  )
}
