import type { AdminReturn } from '#contract/orders/return.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CompactFilter } from '#web/ui/table/table-filter.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { Ago } from '../ago.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { returnStateLabels, returnStateName } from './return-labels.ts'
import { RowLink } from '../list-page/row-link.tsx'

type Row = Omit<AdminReturn, 'lines' | 'answer'>

/** Returns and withdrawals, newest first. */
export default function ReturnsPage() {
  const shop = useShop()
  const table = useTableState({ search: 'Search by order, name or email', filters: ['state', 'due'] })
  const returns = useAdminList('GET admin/returns', table.query)
  const columns: Column<Row>[] = [
    {
      id: 'order',
      name: 'Order',
      cell: ({ id, serial }) => (
        <RowLink to={dashboardLinks.return(id)} className="whitespace-nowrap tabular">
          {serial}
        </RowLink>
      ),
    },
    {
      id: 'requested',
      name: 'Requested',
      cell: ({ requestedAt }) => <Ago time={requestedAt} />,
    },
    {
      id: 'customer',
      name: 'Customer',
      cell: ({ customer, email }) => (
        <span className="min-w-0 cards:text-right wrap-anywhere">
          {customer}
          <span className="text-sm text-quiet"> {email}</span>
        </span>
      ),
    },
    {
      id: 'kind',
      name: 'Kind',
      cell: ({ kind }) => (kind === 'withdrawal' ? 'Withdrawal' : 'Return'),
    },
    {
      id: 'due',
      name: 'Refund due',
      cell: ({ refundDueAt, state: current }) =>
        refundDueAt && current !== 'refunded' && current !== 'refused' ? (
          <time dateTime={refundDueAt}>{formatDate(refundDueAt, shop)}</time>
        ) : (
          ''
        ),
    },
    { id: 'state', name: 'State', cell: returnStateName },
  ]
  return (
    <DashboardPage title="Returns">
      <DataTable
        caption="Returns"
        columns={columns}
        table={table}
        query={returns}
        rowKey={({ id }) => id}
        rowName={({ serial, customer }) => `return of order ${serial} of ${customer}`}
        toolbar={
          <>
            <CompactFilter
              table={table}
              name="state"
              label="State"
              options={Object.entries(returnStateLabels)}
            />
            <CompactFilter table={table} name="due" label="Refund" options={[['true', 'Due']]} />
          </>
        }
        empty={
          <EmptyState
            icon="package"
            title="No returns"
            text="Returns and withdrawals that customers ask for will appear here."
          />
        }
      />
    </DashboardPage>
  )
}
