import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { CompactFilter, SortFilter } from '#web/ui/table/table-filter.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { CustomFilters } from '../custom-fields/table/custom-filters.tsx'
import { withCustomColumns } from '../custom-fields/table/custom-columns.tsx'
import { WithCustomFields } from '../custom-fields/table/with-custom-fields.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { usePeopleExport } from '../list-page/use-people-export.ts'
import { customerColumns } from './customer-columns.tsx'

/** Everyone who has an account or has ordered as a guest. */
export default function Customers() {
  const peopleExport = usePeopleExport('customers')
  const table = useTableState({
    search: 'Search by name, email or phone',
    sort: 'newest',
    filters: ['kind', 'status', 'verified', 'custom'],
  })
  const query = useAdminList('GET admin/customers', table.query)
  const columns = customerColumns(useShop())
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
                  name="kind"
                  label="Account"
                  options={[
                    ['account', 'With an account'],
                    ['guest', 'Guests'],
                  ]}
                />
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
                <SortFilter
                  table={table}
                  isCompact
                  options={[
                    ['newest', 'Newest first'],
                    ['latest', 'Latest order first'],
                    ['spent_desc', 'Highest spend'],
                    ['orders_desc', 'Most orders'],
                    ['name', 'Name'],
                    ['email', 'Email'],
                  ]}
                />
              </div>
            }
            empty={
              <EmptyState
                icon="user"
                title="No customers yet"
                text="Everyone who places an order or creates an account appears here."
              />
            }
          />
        )}
      </WithCustomFields>
    </DashboardPage>
  )
}
