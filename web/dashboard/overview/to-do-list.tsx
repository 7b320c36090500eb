import { Link } from 'react-router'
import type { Permission } from '#contract/endpoint.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { products } from '#web/data/admin/catalog/products.ts'
import { useOverview } from '#web/data/admin/reports.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** Open tasks, each with its count and a link to the filtered list. */
export function ToDoList({ can }: { can(permission: Permission): boolean }) {
  return (
    <ul className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-4">
      {can('orders') && orderTasks.map((task) => <OrderTask key={task.name} {...task} />)}
      {can('orders') && <ReturnTask />}
      {can('reports') && <ReconciliationTask />}
      {can('content') && <CommentTask />}
      {can('catalog') && <LowStockTask />}
      {can('catalog') && productTasks.map((task) => <ProductTask key={task.name} {...task} />)}
    </ul>
  )
}

const orderTasks = [
  {
    name: 'Orders to ship',
    filter: { status: 'confirmed', hold: 'off' },
    link: dashboardLinks.pendingOrders,
  },
  { name: 'Orders on hold', filter: { hold: 'on' }, link: dashboardLinks.pendingOrders },
  {
    name: 'Bank transfers to check',
    filter: { status: 'pending', payment: 'bank_transfer' },
    link: dashboardLinks.pendingOrders,
  },
  {
    name: 'UPI payments to check',
    filter: { status: 'pending', payment: 'upi' },
    link: dashboardLinks.pendingOrders,
  },
  { name: 'Failed refunds', filter: { problem: 'refund' }, link: dashboardLinks.orders },
  { name: 'Unpaid orders from one network', filter: { problem: 'unconfirmed' }, link: dashboardLinks.orders },
  { name: 'Unclear payments', filter: { problem: 'payment' }, link: dashboardLinks.orders },
] as const

function OrderTask({ name, filter, link }: (typeof orderTasks)[number]) {
  return (
    <Task name={name} to={link(filter)} query={useAdminList('GET admin/orders', { ...filter, limit: 1 })} />
  )
}

const newReturns = { state: 'requested' } as const

function ReturnTask() {
  const query = useAdminList('GET admin/returns', { ...newReturns, limit: 1 })
  return <Task name="Returns to answer" to={dashboardLinks.returns(newReturns)} query={query} />
}

function ReconciliationTask() {
  const { data, isError } = useOverview('7')
  const query = { data: data && { total: data.reconciliationFindings }, isError }
  return <Task name="Reconciliation issues" to={dashboardLinks.reconciliation()} query={query} />
}

const unansweredComments = { status: 'visible', answered: 'false' } as const

function CommentTask() {
  const query = useAdminList('GET admin/comments', { ...unansweredComments, limit: 1 })
  return <Task name="Comments to answer" to={dashboardLinks.comments(unansweredComments)} query={query} />
}

function LowStockTask() {
  const query = useAdminList('GET admin/stock', { level: 'low', limit: 1 })
  return <Task name="Low stock" to={dashboardLinks.stock({ level: 'low' })} query={query} />
}

const productTasks = [
  { name: 'Sold out', filter: { stock: 'out', status: 'live' } },
  { name: 'Drafts', filter: { status: 'draft' } },
  { name: 'Products without photos', filter: { missing: 'image', status: 'live' } },
  { name: 'Photos without alt text', filter: { missing: 'alt', status: 'live' } },
  { name: 'Products without tax', filter: { missing: 'tax', status: 'live' } },
] as const

function ProductTask({ name, filter }: (typeof productTasks)[number]) {
  const query = products.useList({ ...filter, limit: 1 })
  return <Task name={name} to={dashboardLinks.products(filter)} query={query} />
}

interface TaskProps {
  name: string
  to: string
  /** The query of the list that the task links to. */
  query: { data: { total: number } | undefined; isError: boolean }
}

function Task({ name, to, query: { data, isError } }: TaskProps) {
  return (
    <li className="relative rounded-xs border border-line bg-card p-4 hover:border-ink">
      {data ? (
        <p className="font-display text-3xl tabular">{data.total}</p>
      ) : isError ? (
        <p className="text-sm text-quiet">Couldn’t load this count</p>
      ) : (
        <Skeleton className="h-9 w-16" />
      )}
      <Link to={to} className="font-medium after:absolute after:inset-0">
        {name}
      </Link>
    </li>
  )
}
