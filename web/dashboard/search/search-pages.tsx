import { Link, useLocation } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'

const pages = [
  ['Searches', dashboardLinks.searchReport()],
  ['Synonyms', dashboardLinks.synonyms()],
  ['Pinned and hidden', dashboardLinks.searchRules()],
  ['Learned from clicks', dashboardLinks.searchSignals()],
] as const

/** Navigation between the search report, synonyms, rules and what clicks have taught. */
export function SearchPages() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Search" className="mb-6">
      <ul className="flex flex-wrap gap-x-4 border-b sm:gap-x-6 border-line">
        {pages.map(([name, path]) => (
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
