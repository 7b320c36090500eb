import { useState } from 'react'
import { serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'

export interface OrderDialogProps {
  title: string
  items: readonly (readonly [id: number, name: string])[]
  /** Saves the order and answers what the server says. */
  save(ids: number[]): Promise<string>
  onClose(): void
}

/** All of a kind, put in order by dragging or by keyboard; nothing is saved before it is said. */
export function OrderDialog({ title, items, save, onClose }: OrderDialogProps) {
  const [order, setOrder] = useState(items)
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      showToast('success', await save(order.map(([id]) => id)))
      onClose()
    } catch (error) {
      setBusy(false)
      showToast('error', serverMessage(error) ?? 'The order could not be saved. Please try again.')
    }
  }

  return (
    <Dialog title={title} wide onClose={onClose}>
      <p className="mb-4 text-quiet">Drag the rows, or use the arrows. Shoppers see them in this order.</p>
      <SortableList
        label={title}
        items={order}
        keyOf={([id]) => id}
        nameOf={([, name]) => name}
        onMove={setOrder}
        className="max-h-[50vh] overflow-y-auto"
        itemClassName="cursor-grab border-b border-line"
      >
        {([, name], handle) => (
          <span className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {handle}
          </span>
        )}
      </SortableList>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button aria-disabled={busy} onClick={() => !busy && void confirm()}>
          Save order
        </Button>
      </div>
    </Dialog>
  )
}
