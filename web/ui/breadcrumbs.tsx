/** One entry of the breadcrumbs. */
export interface Crumb {
  name: string
  path: string
}

/** The path from home to this page. The last crumb is the page itself, without a link. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-quiet">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex min-w-0 items-center gap-x-2 wrap-anywhere">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index < crumbs.length - 1 ? (
              <a href={path} className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline">
                {name}
              </a>
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
