import { Link } from 'react-router'
import { useAdminProducts } from '../../data/admin-products.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What the catalogue asks of its owner, as the table of products filters it, and why it matters. */
const tasks = [
  { name: 'Low in stock', why: 'Five pieces or fewer are left', filter: { stock: 'low', status: 'live' } },
  { name: 'Sold out', why: 'Shoppers find them and cannot buy', filter: { stock: 'out', status: 'live' } },
  { name: 'Drafts', why: 'Not in the shop yet', filter: { status: 'draft' } },
  {
    name: 'Without a picture',
    why: 'Hardly anyone buys unseen',
    filter: { missing: 'picture', status: 'live' },
  },
  {
    name: 'Pictures without a description',
    why: 'Not there for who cannot see them',
    filter: { missing: 'alt', status: 'live' },
  },
] as const

/** Products that wait for somebody, each kind with its number and the way to it. */
export function ProductTasks() {
  return (
    <section aria-labelledby="to-do" className="mt-8">
      <h2 id="to-do" className="font-display text-xl">
        To do
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        {tasks.map((task) => (
          <Task key={task.name} {...task} />
        ))}
      </ul>
    </section>
  )
}

function Task({ name, why, filter }: (typeof tasks)[number]) {
  const { data, isError } = useAdminProducts({ ...filter, limit: 1 })
  return (
    <li className="relative rounded-xs border border-line bg-card p-4 hover:border-ink">
      {data ? (
        <p className="font-display text-3xl tabular">{data.total}</p>
      ) : isError ? (
        <p className="text-sm text-quiet">Could not be counted</p>
      ) : (
        <Skeleton className="h-9 w-16" />
      )}
      <Link
        to={`/dashboard/all-products?${new URLSearchParams(filter)}`}
        className="font-medium after:absolute after:inset-0"
      >
        {name}
      </Link>
      <p className="text-sm text-quiet">{why}</p>
    </li>
  )
}
