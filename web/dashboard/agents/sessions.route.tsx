import { useMemo } from 'react'
import { agentSessionStates, type AgentSession } from '#contract/agents/agent.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime, type DateFormat } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableFilter } from '#web/ui/table/table-filter.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Ago } from '../ago.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { RowLink } from '../list-page/row-link.tsx'
import { AgentPages } from './agent-pages.tsx'

const stateLabels: Record<AgentSession['state'], string> = {
  open: 'Open',
  ordered: 'Ordered',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** The checkouts that agents have begun, and the orders that came of them. */
export default function AgentSessionsPage() {
  const table = useTableState({ filters: ['state', 'platform'] })
  const query = useAdminList('GET admin/agents/sessions', table.query)
  const shop = useShop()
  const columns = useMemo(() => sessionColumns(shop), [shop])
  const { platform } = table.filters
  return (
    <DashboardPage
      title="Checkouts of agents"
      crumbs={[
        { name: 'Dashboard', path: dashboardLinks.overview() },
        { name: 'Agents', path: dashboardLinks.agents() },
      ]}
    >
      <AgentPages />
      <p className="mb-6 max-w-prose text-quiet">
        A checkout expires six hours after its last change. One without an order is deleted a day later. The
        order names the buyer.
      </p>
      <DataTable<AgentSession>
        caption="Checkouts of agents"
        table={table}
        query={query}
        columns={columns}
        rowKey={({ key }) => key}
        rowName={({ platform: { host }, state }) => `${stateLabels[state]} checkout of ${host}`}
        empty={
          <EmptyState
            icon="bag"
            title="No checkouts yet"
            text="A checkout appears here as soon as an agent begins one for a person."
          />
        }
        toolbar={
          <>
            <TableFilter
              table={table}
              name="state"
              className="w-40"
              label="Show"
              options={[
                ['', 'All'],
                ...agentSessionStates.map((state) => [state, stateLabels[state]] as const),
              ]}
            />
            {platform && (
              <Button kind="secondary" onClick={() => table.set({ platform: undefined })}>
                Show all platforms
              </Button>
            )}
          </>
        }
      />
    </DashboardPage>
  )
}

const sessionColumns = (shop: DateFormat): Column<AgentSession>[] => [
  {
    id: 'state',
    name: 'Status',
    cell: ({ state, expiresAt }) => (
      <span>
        {stateLabels[state]}
        {state === 'open' && (
          <span className="text-sm text-quiet"> until {formatDateTime(expiresAt, shop)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'platform',
    name: 'Platform',
    cell: ({ platform: { host, profileUrl } }) => (
      <span className="wrap-anywhere" title={profileUrl}>
        {host}
      </span>
    ),
  },
  { id: 'created', name: 'Begun', cell: ({ created_at: time }) => <Ago time={time} /> },
  { id: 'lines', name: 'Items', align: 'end', cell: ({ lines }) => lines },
  {
    id: 'order',
    name: 'Order',
    cell: ({ order }) =>
      order && (
        <RowLink to={dashboardLinks.order(order.number)} className="whitespace-nowrap tabular">
          {order.serial}
        </RowLink>
      ),
  },
  {
    id: 'total',
    name: 'Total',
    align: 'end',
    cell: ({ order }) => order && money(order.total, { locale: shop.locale, currency: order.currency }),
  },
]
