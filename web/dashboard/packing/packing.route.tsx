import { useState } from 'react'
import { useAdminList } from '#web/data/admin/query.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { PackingList } from './packing-list.tsx'
import { PackingRun } from './packing-run.tsx'
import { filterNames, PackingFilters } from './packing-filters.tsx'

/** The packing table: the orders to ship, their documents, and each of them to pack and ship. */
export default function PackingPage() {
  const table = useTableState({ filters: filterNames })
  const { delivery, source, single } = table.filters
  const query = useAdminList('GET admin/orders/to-pack', {
    ...(delivery && { delivery }),
    ...((source === 'agents' || source === 'shop') && { source }),
    ...(single === '1' && { single }),
  })
  // The orders that are packed now. The list beside them changes with each that ships.
  const [queue, setQueue] = useState<readonly { number: string; serial: string }[]>()
  return (
    <DashboardPage
      title="Packing"
      actions={!queue && <PackingFilters table={table} methods={query.data?.methods ?? []} />}
    >
      {queue ? (
        <PackingRun queue={queue} onEnd={() => setQueue(undefined)} />
      ) : (
        <Loaded query={query} skeleton={<Skeleton className="h-[36rem]" />}>
          {({ data, total }) => (
            <PackingList orders={data} total={total} narrowed={table.narrowed} onPack={setQueue} />
          )}
        </Loaded>
      )}
    </DashboardPage>
  )
}
