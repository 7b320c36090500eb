import { Link, useLocation } from 'react-router'
import type { Permission } from '#contract/endpoint.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useCan } from '#web/data/account/permission.ts'

const pages: readonly (readonly [name: string, path: string, permission: Permission])[] = [
  ['Platforms', dashboardLinks.agents(), 'settings'],
  ['Checkouts', dashboardLinks.agentSessions(), 'orders'],
  ['Settings and keys', dashboardLinks.agentSettings(), 'settings'],
]

/** Navigation between the platforms, their checkouts, and what the shop allows. */
export function AgentPages() {
  const { pathname } = useLocation()
  const can = useCan()
  return (
    <nav aria-label="Agents" className="mb-6">
      <ul className="flex flex-wrap gap-x-4 border-b border-line sm:gap-x-6">
        {pages
          .filter(([, , permission]) => can(permission))
          .map(([name, path]) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === pathname ? 'page' : undefined}
                className="-mb-px flex min-h-12 items-center border-b-2 border-transparent text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:text-ink"
              >
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
