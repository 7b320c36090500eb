import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Customer } from '#contract/identity/customer.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { CompactFilter } from '#web/ui/table/table-filter.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { CustomFilters } from '../custom-fields/table/custom-filters.tsx'
import { withCustomColumns } from '../custom-fields/table/custom-columns.tsx'
import { WithCustomFields } from '../custom-fields/table/with-custom-fields.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { usePeopleExport } from '../list-page/use-people-export.ts'
import { RowLink } from '../list-page/row-link.tsx'

/** All accounts except staff. */
export default function Customers() {
  const peopleExport = usePeopleExport('customers')
  const table = useTableState({
    search: 'Search by name or email',
    sort: 'newest',
    filters: ['status', 'verified', 'custom'],
  })
  const query = useAdminList('GET admin/customers', table.query)
  const shop = useShop()
  const columns: Column<Customer>[] = [
    {
      id: 'name',
      name: 'Name',
      sort: ['name', 'name'],
      cell: ({ id, fullName }) => <RowLink to={dashboardLinks.customer(id)}>{fullName}</RowLink>,
    },
    {
      id: 'email',
      name: 'Email',
      sort: ['email', 'email'],
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      id: 'verified',
      name: 'Email confirmed',
      optional: true,
      cell: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No'),
    },
    {
      id: 'since',
      name: 'Customer since',
      sort: ['newest', 'newest'],
      optional: true,
      cell: ({ memberSince }) => formatDate(memberSince, shop),
    },
    {
      id: 'status',
      name: 'Status',
      cell: ({ disabled }) => (disabled ? <strong className="text-danger">Disabled</strong> : 'Active'),
    },
  ]
  return (
    <DashboardPage title="Customers">
      <WithCustomFields subject="customer">
        {({ own, filters }) => (
          <DataTable
            caption="Customers"
            {...peopleExport}
            columns={withCustomColumns('customer', own, columns, {
              rows: query.data?.data,
              idOf: ({ id }) => id,
            })}
            table={table}
            query={query}
            rowKey={({ id }) => id}
            rowName={({ fullName }) => fullName}
            toolbar={
              <div className="flex flex-wrap gap-2">
                <CompactFilter
                  table={table}
                  name="status"
                  label="Status"
                  options={[
                    ['active', 'Active'],
                    ['disabled', 'Disabled'],
                  ]}
                />
                <CompactFilter
                  table={table}
                  name="verified"
                  label="Email"
                  options={[
                    ['1', 'Confirmed'],
                    ['0', 'Not confirmed'],
                  ]}
                />
                <CustomFilters fields={filters} table={table} />
              </div>
            }
            empty={
              <EmptyState
                icon="user"
                title="No customers yet"
                text="Customers appear here when they create an account."
              />
            }
          />
        )}
      </WithCustomFields>
    </DashboardPage>
  )
}
