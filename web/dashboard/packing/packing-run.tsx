import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ordersText } from '../orders/order-labels.ts'
import { PackOrder } from './pack-order.tsx'
import { isNumberOf } from './scan/scan.ts'

type PackedOrder = Pick<AdminOrder, 'number' | 'isPickUp'>

interface PackingRunProps {
  queue: readonly { number: string; serial: string }[]
  onEnd(): void
}

/** Packs orders one after the other. */
export function PackingRun({ queue, onEnd }: PackingRunProps) {
  const [place, setPlace] = useState(0)
  const [packed, setPacked] = useState<readonly PackedOrder[]>([])
  const [carrier, setCarrier] = useState('')
  const number = queue[place]?.number ?? ''
  const query = useAdminData('GET admin/orders/:number', { number }, { staleTime: 0 })

  function next(done: readonly PackedOrder[]) {
    const isDone = new Set(done.map((order) => order.number))
    const after = queue.findIndex((order, index) => index > place && !isDone.has(order.number))
    if (after >= 0) return setPlace(after)
    showToast('success', `${ordersText(done.length)} ${doneWith(done)}`)
    onEnd()
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-quiet tabular">
          Order {place + 1} of {queue.length}, {packed.length} {doneWith(packed)}
        </p>
        <p className="flex gap-2">
          <Button kind="quiet" onClick={() => next(packed)}>
            Skip
          </Button>
          <Button kind="quiet" onClick={onEnd}>
            Back to the list
          </Button>
        </p>
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[30rem]" />}>
        {(order) => (
          <PackOrder
            key={order.number}
            order={order}
            carrier={carrier}
            onCarrier={setCarrier}
            onOrder={(code) => {
              const found = queue.findIndex((each) => isNumberOf(each, code))
              if (found >= 0) setPlace(found)
              return found >= 0
            }}
            onShipped={() => {
              const done = [...packed, order]
              setPacked(done)
              next(done)
            }}
            onNext={() => next(packed)}
          />
        )}
      </Loaded>
    </>
  )
}

/** A pick-up is packed, and does not ship. */
const doneWith = (orders: readonly PackedOrder[]) =>
  orders.some(({ isPickUp }) => isPickUp) ? 'packed' : 'shipped'
