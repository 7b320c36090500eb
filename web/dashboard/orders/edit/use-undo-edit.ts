import type { EditedOrder } from '#contract/orders/edit-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { showToast } from '#web/lib/toasts.ts'

/** Announces an edit of an order with a button that undoes it. */
export function useUndoToast(number: string): (edited: EditedOrder) => void {
  const undo = useOrderCall('POST admin/orders/:number/revisions/:id/undo')
  return ({ revision }) => {
    const action = revision !== null && { name: 'Undo', run: () => undo.mutate({ number, id: revision }) }
    showToast('success', 'Order updated', action || undefined)
  }
}
