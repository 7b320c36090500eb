import { useState } from 'react'
import type { AdminMutation } from '../../data/admin/use-admin-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SortableList } from '../../ui/list/sortable-list.tsx'

export interface OrderDialogProps {
  title: string
  items: readonly (readonly [id: number, name: string])[]
  save: AdminMutation<number[], unknown>
  onClose(): void
}

/** Sorts all records of a list, by dragging or by keyboard. The button saves the order. */
export function OrderDialog({ title, items, save, onClose }: OrderDialogProps) {
  const [order, setOrder] = useState(items)
  return (
    <Dialog title={title} wide onClose={onClose}>
      <p className="mb-4 text-quiet">Drag the rows or use the arrows. The shop uses this order.</p>
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
        <Button
          aria-disabled={save.isPending}
          onClick={() =>
            save.mutate(
              order.map(([id]) => id),
              { onSuccess: onClose },
            )
          }
        >
          Save order
        </Button>
      </div>
    </Dialog>
  )
}
