import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Customer } from '#contract/identity/customer.ts'
import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'
import { spentText } from './spent-text.ts'
import type { Column } from '#web/ui/table/column.ts'
import { Ago } from '../ago.tsx'
import { RowLink } from '../list-page/row-link.tsx'

/** The columns of the list of customers. */
export const customerColumns = (shop: DateFormat & { currency: string }): Column<Customer>[] => [
  {
    id: 'name',
    name: 'Name',
    sort: ['name', 'name'],
    cell: ({ id, fullName, email, phone }) => (
      <RowLink to={dashboardLinks.customer(id)}>{fullName || email || phone}</RowLink>
    ),
  },
  {
    id: 'email',
    name: 'Email',
    sort: ['email', 'email'],
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  {
    id: 'phone',
    name: 'Phone',
    optional: true,
    cell: ({ phone }) => <span className="whitespace-nowrap tabular">{phone}</span>,
  },
  {
    id: 'orders',
    name: 'Orders',
    sort: ['orders_desc', 'orders_desc'],
    align: 'end',
    cell: ({ orders }) => orders,
  },
  {
    id: 'spent',
    name: 'Spent',
    sort: ['spent_desc', 'spent_desc'],
    align: 'end',
    cell: ({ spent }) => spentText(spent, shop),
  },
  {
    id: 'last',
    name: 'Last order',
    sort: ['latest', 'latest'],
    cell: ({ lastOrderAt }) => lastOrderAt && <Ago time={lastOrderAt} />,
  },
  {
    id: 'returns',
    name: 'Returns',
    optional: true,
    align: 'end',
    cell: ({ returns }) => returns,
  },
  {
    id: 'refused',
    name: 'Refused packages',
    optional: true,
    align: 'end',
    cell: ({ refusedPackages }) =>
      refusedPackages > 0 ? <strong className="text-danger">{refusedPackages}</strong> : 0,
  },
  {
    id: 'verified',
    name: 'Email confirmed',
    optional: true,
    hidden: true,
    cell: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No'),
  },
  {
    id: 'since',
    name: 'Customer since',
    sort: ['newest', 'newest'],
    optional: true,
    hidden: true,
    cell: ({ memberSince }) => formatDate(memberSince, shop),
  },
  {
    id: 'status',
    name: 'Account',
    cell: ({ hasAccount, disabled }) => {
      if (!hasAccount) return <span className="text-quiet">Guest</span>
      return disabled ? <strong className="text-danger">Disabled</strong> : 'Active'
    },
  },
]
