import { Link } from 'react-router'
import type { FeedProduct, FeedProblem } from '#contract/feeds/feeds.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminData, useAdminList } from '#web/data/admin/query.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { problemLabels } from './feed-labels.ts'
import { FeedSummary } from './feed-summary.tsx'

/** The product feeds: their addresses, and the products that lack something. */
export default function FeedsPage() {
  const feeds = useAdminData('GET admin/feeds', {})
  const table = useTableState({ filters: ['problem'] })
  const products = useAdminList('GET admin/feeds/products', table.query)
  return (
    <DashboardPage title="Product feeds">
      <p className="max-w-prose text-quiet">
        Give these addresses to the services that should list your products. They read all live products with
        their prices and stock as the shop shows them now.
      </p>
      <Loaded query={feeds} skeleton={<Skeleton className="mt-6 h-[30rem]" />}>
        {(data) => <FeedSummary {...data} hrefOf={(problem) => table.href({ problem })} />}
      </Loaded>
      <h2 className="mt-8 mb-4 font-display text-lg">Products to complete</h2>
      <DataTable
        caption="Products to complete"
        columns={columns}
        table={table}
        query={products}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        toolbar={
          <TableFilter
            table={table}
            name="problem"
            label="Problem"
            options={[['', 'Any problem'], ...Object.entries(problemLabels)]}
          />
        }
        empty={
          <EmptyState
            title="Nothing to complete"
            text="No product of the feeds lacks anything that is checked here."
          />
        }
      />
    </DashboardPage>
  )
}

const columns: Column<FeedProduct>[] = [
  {
    id: 'name',
    name: 'Product',
    wrap: true,
    cell: ({ id, name }) => (
      <Link to={dashboardLinks.product(id)} className="font-medium underline-offset-4 hover:underline">
        {name}
      </Link>
    ),
  },
  {
    id: 'problems',
    name: 'Problems',
    wrap: true,
    cell: ({ problems }) => problems.map((problem: FeedProblem) => problemLabels[problem]).join(', '),
  },
]
