import type { Permission } from '#contract/endpoint.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { adminQuery } from '#web/data/admin/query.ts'
import type { CallAnswer, CallInput, CallName } from '#web/lib/call.ts'

/** The calls that answer a page of a list with the number of all its rows. */
type ListName = {
  [N in CallName]: CallAnswer<N> extends { total: number; data: unknown[] } ? N : never
}[CallName]

/** The query of a list or a report, of which one number is read. The page or the sidebar may have asked it already. */
interface CountQuery {
  queryKey: unknown[]
  queryFn(context: { signal: AbortSignal }): Promise<unknown>
  select(answer: unknown): number
}

interface Task {
  name: string
  permission: Permission
  /** The page that shows what is to do. */
  to: string
  query: CountQuery
}

const countOf = <N extends ListName>(name: N, filter: CallInput<N>): CountQuery => ({
  ...adminQuery(name, { ...filter, limit: 1 }),
  select: ({ total }: { total: number }) => total,
})

const findings: CountQuery = {
  ...adminQuery('GET admin/reports/overview', { days: '7' }),
  select: ({ data }: CallAnswer<'GET admin/reports/overview'>) => data.reconciliationFindings,
}

/** Providers that the checkout leaves out, because their keys cannot be read or they do not take the currency. */
const failingProviders: CountQuery = {
  ...adminQuery('GET admin/payment-accounts', {}),
  select: ({ data: { accounts } }: CallAnswer<'GET admin/payment-accounts'>) =>
    accounts.filter(({ state, problem }) => state === 'in_use' && problem !== '').length,
}

type Link = (filter?: Record<string, string>) => string

const task = <N extends ListName>(
  name: string,
  permission: Permission,
  list: N,
  link: Link,
  filter: CallInput<N> & Record<string, string>,
): Task => ({ name, permission, to: link(filter), query: countOf(list, filter) })

const orders = (name: string, filter: CallInput<'GET admin/orders'> & Record<string, string>, link: Link) =>
  task(name, 'orders', 'GET admin/orders', link, filter)

const products = (name: string, filter: CallInput<'GET admin/products'> & Record<string, string>) =>
  task(name, 'catalog', 'GET admin/products', dashboardLinks.products, filter)

const { orders: all, pendingOrders: pending } = dashboardLinks

/** Most urgent first: money that is stuck, then people who wait, then the catalog. */
export const tasks: readonly Task[] = [
  orders('Failed refunds', { problem: 'refund' }, all),
  orders('Unclear payments', { problem: 'payment' }, all),
  orders('Disputed payments', { problem: 'dispute' }, all),
  orders('Authorised payments about to expire', { problem: 'authorization' }, pending),
  {
    name: 'Payment providers to connect again',
    permission: 'settings',
    to: dashboardLinks.settings('payment'),
    query: failingProviders,
  },
  {
    name: 'Reconciliation issues',
    permission: 'reports',
    to: dashboardLinks.reconciliation(),
    query: findings,
  },
  orders('Orders on hold', { hold: 'on' }, pending),
  orders('Orders to ship', { status: 'confirmed', hold: 'off', due: 'off' }, pending),
  orders('Cash orders to confirm', { confirm: 'on', sort: 'risk' }, pending),
  orders('Changed orders to be paid', { due: 'on' }, pending),
  orders('Bank transfers to check', { status: 'pending', payment: 'bank_transfer' }, pending),
  orders('UPI payments to check', { status: 'pending', payment: 'upi' }, pending),
  task('Refunds due', 'orders', 'GET admin/returns', dashboardLinks.returns, { due: 'true' }),
  task('Returns to answer', 'orders', 'GET admin/returns', dashboardLinks.returns, { state: 'requested' }),
  orders('Unpaid orders from one network', { problem: 'unconfirmed' }, all),
  task('Comments to answer', 'content', 'GET admin/comments', dashboardLinks.comments, {
    status: 'visible',
    answered: 'false',
  }),
  products('Sold out', { stock: 'out', status: 'live' }),
  task('Low stock', 'catalog', 'GET admin/stock', dashboardLinks.stock, { level: 'low' }),
  products('Products without tax', { missing: 'tax', status: 'live' }),
  products('Products without photos', { missing: 'image', status: 'live' }),
  products('Photos without alt text', { missing: 'alt', status: 'live' }),
  products('Drafts', { status: 'draft' }),
]
