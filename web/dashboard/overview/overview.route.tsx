import { Link } from 'react-router'
import { useSession } from '../../data/session.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { sectionsFor } from '../layout/sections.ts'
import { ProductTasks } from './product-tasks.tsx'

/** The first page: what waits for somebody, and every place that this person may go to. Figures of sales come with the first orders. */
export default function Overview() {
  const { data: user } = useSession()
  return (
    <DashboardPage title="Dashboard">
      <p className="max-w-prose text-quiet">
        Welcome{user ? `, ${user.fullName}` : ''}. Sales, orders to send and best sellers will stand here as
        soon as the shop takes orders.
      </p>
      {user?.permissions.includes('catalogue') && <ProductTasks />}
      <div className="mt-8 grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {sectionsFor(user?.permissions ?? [])
          .filter(({ name }) => name !== 'Dashboard')
          .map(({ name, entries }) => (
            <section key={name} className="rounded-xs bg-card p-5">
              <h2 className="font-display text-xl">{name}</h2>
              <ul className="mt-2">
                {entries.map((entry) => (
                  <li key={entry.path}>
                    <Link
                      to={entry.path}
                      className="inline-flex min-h-9 items-center underline-offset-4 hover:underline"
                    >
                      {entry.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </DashboardPage>
  )
}
