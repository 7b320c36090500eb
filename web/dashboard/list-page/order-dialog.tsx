import { useState } from 'react'
import type { AdminMutation } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { SortableList } from '#web/ui/list/sortable-list.tsx'

export interface OrderDialogProps {
  title: string
  items: readonly (readonly [id: number, name: string])[]
  save: AdminMutation<number[], unknown>
  onClose(): void
}

/** Sorts all records of a list: by dragging, with the keyboard, or by name. The button saves the order. */
export function OrderDialog({ title, items, save, onClose }: OrderDialogProps) {
  const { locale } = useShop()
  const [order, setOrder] = useState(items)
  const [announcement, setAnnouncement] = useState('')

  function sortByName() {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    setOrder(order.toSorted(([, one], [, other]) => compare(one, other)))
    setAnnouncement('Sorted by name')
  }

  function saveOrder() {
    save.mutate(
      order.map(([id]) => id),
      { onSuccess: onClose },
    )
  }

  return (
    <Dialog title={title} wide onClose={onClose} onSave={saveOrder}>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 grow basis-60 text-quiet">
          Drag the rows, type a position or use the arrows. The shop uses this order.
        </p>
        <Button kind="secondary" onClick={sortByName}>
          Sort by name
        </Button>
      </div>
      <SortableList
        label={title}
        items={order}
        keyOf={([id]) => id}
        nameOf={([, name]) => name}
        onMove={(moved) => {
          setOrder(moved)
          setAnnouncement('')
        }}
        numbered
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
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <DialogButtons onCancel={onClose} aria-disabled={save.isPending} onClick={saveOrder}>
        Save order
      </DialogButtons>
    </Dialog>
  )
}
