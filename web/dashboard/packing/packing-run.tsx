import { useState } from 'react'
import { useAdminData } from '#web/data/admin/query.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PackOrder } from './pack-order.tsx'
import { isNumberOf } from './scan/scan.ts'

interface PackingRunProps {
  queue: readonly { number: string; serial: string }[]
  onEnd(): void
}

/** Packs orders one after the other. */
export function PackingRun({ queue, onEnd }: PackingRunProps) {
  const [place, setPlace] = useState(0)
  const [shipped, setShipped] = useState<ReadonlySet<string>>(new Set())
  const [carrier, setCarrier] = useState('')
  const number = queue[place]?.number ?? ''
  const query = useAdminData('GET admin/orders/:number', { number }, { staleTime: 0 })

  function next(done: ReadonlySet<string>) {
    const isOpen = (_: unknown, index: number) => !done.has(queue[index]?.number ?? '')
    const after = queue.findIndex((order, index) => index > place && isOpen(order, index))
    if (after >= 0) return setPlace(after)
    showToast('success', done.size === 1 ? '1 order shipped' : `${done.size} orders shipped`)
    onEnd()
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-quiet tabular">
          Order {place + 1} of {queue.length}, {shipped.size} shipped
        </p>
        <p className="flex gap-2">
          <Button kind="quiet" onClick={() => next(shipped)}>
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
              const done = new Set(shipped).add(order.number)
              setShipped(done)
              next(done)
            }}
            onNext={() => next(shipped)}
          />
        )}
      </Loaded>
    </>
  )
}
