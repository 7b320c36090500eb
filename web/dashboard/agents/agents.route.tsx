import { useMemo, useState } from 'react'
import type { AgentPlatform } from '#contract/agents/agent.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SortFilter, TableFilter } from '#web/ui/table/table-filter.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { AgentPages } from './agent-pages.tsx'
import { platformColumns } from './platform-columns.tsx'

/** The platforms that shop for people: what came of each, and a button to stop one. */
export default function AgentsPage() {
  const table = useTableState({
    search: 'Search by address',
    sort: 'latest',
    filters: ['blocked'],
  })
  const query = useAdminList('GET admin/agents/platforms', table.query)
  const update = useAdminCall('PATCH admin/agents/platforms/:id')
  const [blocking, setBlocking] = useState<AgentPlatform>()
  const shop = useShop()
  const can = useCan()
  const mayOpenOrders = can('orders')
  const columns = useMemo(
    () =>
      platformColumns(shop, {
        mayOpenOrders,
        onBlock: setBlocking,
        onUnblock: ({ id, version }) => update.mutate({ id, version, blocked: false }),
      }),
    [shop, mayOpenOrders, update],
  )
  return (
    <DashboardPage
      title="Agents"
      actions={
        <LinkButton href={dashboardLinks.audit({ subject: 'agent_platform' })}>Activity log</LinkButton>
      }
    >
      <AgentPages />
      <p className="mb-6 max-w-prose text-quiet">
        Agents are assistants that shop for people: they search your shop, fill a cart and place the order.
        Each comes from a platform, which is known by the address of its profile.
      </p>
      <DataTable<AgentPlatform>
        caption="Platforms"
        table={table}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ host }) => host}
        empty={<NoAgents />}
        toolbar={
          <>
            <TableFilter
              table={table}
              name="blocked"
              className="w-40"
              label="Show"
              options={[
                ['', 'All'],
                ['true', 'Blocked'],
                ['false', 'Not blocked'],
              ]}
            />
            <SortFilter
              table={table}
              options={[
                ['latest', 'Latest visit'],
                ['orders_desc', 'Most orders'],
              ]}
            />
          </>
        }
      />
      {blocking && (
        <ConfirmDialog
          title={`Block ${blocking.host}?`}
          text="Your shop refuses it from its next call on, and tells it nothing more about its orders. Orders that are placed stay as they are. You can unblock it at any time."
          confirm="Block platform"
          onClose={() => setBlocking(undefined)}
          onConfirm={() => update.mutate({ id: blocking.id, version: blocking.version, blocked: true })}
        />
      )}
    </DashboardPage>
  )
}

function NoAgents() {
  const { data } = useAdminList('GET admin/agents/keys', {})
  return (
    <EmptyState
      icon="bag"
      title="No agent has visited yet"
      text={
        <span className="wrap-anywhere">
          Assistants that speak the Universal Commerce Protocol find your shop
          {data ? ` at ${data.addresses.profile}` : ' by its address'}.
        </span>
      }
    />
  )
}
