import { Link } from 'react-router'
import type { Permission } from '#contract/endpoint.ts'
import { useSession } from '../../data/session.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { sectionsFor } from '../layout/sections.ts'
import { CommentTask } from './comment-task.tsx'
import { OrderTasks } from './order-tasks.tsx'
import { ProductTasks } from './product-tasks.tsx'
import { SalesOverview } from './sales-overview.tsx'
import { WrongTasks } from './wrong-tasks.tsx'

/** The first page: what waits for somebody, what was sold, and every place that this person may go to. */
export default function Overview() {
  const { data: user } = useSession()
  const may = (permission: Permission) => user?.permissions.includes(permission)
  return (
    <DashboardPage title="Dashboard">
      <p className="max-w-prose text-quiet">Welcome{user ? `, ${user.fullName}` : ''}.</p>
      {(may('orders') || may('catalogue') || may('content')) && (
        <section aria-labelledby="to-do" className="mt-8">
          <h2 id="to-do" className="font-display text-xl">
            To do
          </h2>
          <ul className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-4">
            {may('orders') && <OrderTasks />}
            {may('orders') && <WrongTasks />}
            {may('content') && <CommentTask />}
            {may('catalogue') && <ProductTasks />}
          </ul>
        </section>
      )}
      {may('orders') && (
        <div className="mt-8">
          <SalesOverview />
        </div>
      )}
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
