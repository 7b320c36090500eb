import { Link } from 'react-router'
import { useCan } from '#web/data/account/permission.ts'
import { useSession } from '#web/data/account/session.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { sectionsFor } from '../layout/sections.ts'

import { SalesOverview } from './sales-overview.tsx'
import { ToDoList } from './to-do-list.tsx'

/** The start page: open tasks, sales, and links to every page that this user can open. */
export default function Overview() {
  const { data: user } = useSession()
  const can = useCan()
  return (
    <DashboardPage title="Dashboard">
      <p className="max-w-prose text-quiet">Welcome{user ? `, ${user.fullName}` : ''}.</p>
      {(can('orders') || can('reports') || can('catalog') || can('content')) && (
        <section aria-labelledby="to-do" className="mt-8">
          <h2 id="to-do" className="font-display text-xl">
            To do
          </h2>
          <ToDoList can={can} />
        </section>
      )}
      {can('reports') && (
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
