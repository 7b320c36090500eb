import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Customer } from '#contract/identity/customer.ts'
import { useCustomers } from '#web/data/admin/people/customers.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { controlStyle } from '#web/ui/form/field.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { usePeopleExport } from '../list-page/use-people-export.ts'

/** All accounts except staff. */
export default function Customers() {
  const peopleExport = usePeopleExport('customers')
  const table = useTableState({ sort: 'newest', filters: ['status', 'verified'] })
  const query = useCustomers(table.query)
  const shop = useShop()
  const columns: Column<Customer>[] = [
    {
      id: 'name',
      name: 'Name',
      sort: ['name', 'name'],
      cell: ({ id, fullName }) => (
        <Link
          to={dashboardLinks.customer(id)}
          className="row-link font-medium underline-offset-4 wrap-anywhere hover:underline"
        >
          {fullName}
        </Link>
      ),
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
  const filter = (name: 'status' | 'verified', label: string, options: [string, string][]) => (
    <select
      aria-label={label}
      value={table.filters[name] ?? ''}
      onChange={({ target }) => table.set({ [name]: target.value })}
      className={`${controlStyle} w-auto! cursor-pointer px-2.5!`}
    >
      <option value="">{label}: all</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
  return (
    <DashboardPage title="Customers">
      <DataTable
        caption="Customers"
        {...peopleExport}
        columns={columns}
        table={table}
        query={query}
        rowKey={({ id }) => id}
        rowName={({ fullName }) => fullName}
        searchLabel="Search by name or email"
        toolbar={
          <div className="flex flex-wrap gap-2">
            {filter('status', 'Status', [
              ['active', 'Active'],
              ['disabled', 'Disabled'],
            ])}
            {filter('verified', 'Email', [
              ['1', 'Confirmed'],
              ['0', 'Not confirmed'],
            ])}
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
    </DashboardPage>
  )
}
