import { Link } from 'react-router'

/** One step of the way to a page. */
export interface Crumb {
  name: string
  /** Address below the origin; the last crumb is the page itself. */
  path: string
}

/** The way from home to this page; the last crumb is the page itself and no link. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-quiet">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-x-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index < crumbs.length - 1 ? (
              <Link to={path} className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page" className="py-1 text-ink">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
