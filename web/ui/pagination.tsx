import { Icon } from './icon.tsx'

interface PaginationProps {
  /** Starts at 1. */
  page: number
  pages: number
  href: (page: number) => string
}

/** Links to the adjacent pages, the first and the last. Renders nothing for a single page. */
export function Pagination({ page, pages, href }: PaginationProps) {
  if (pages <= 1) return null
  const box = 'flex min-h-11 min-w-11 items-center justify-center rounded-xs px-2 tabular hover:bg-ground'
  return (
    <nav aria-label="Pages" className="mt-12 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          {page > 1 && (
            <a href={href(page - 1)} rel="prev" aria-label="Previous page" className={box}>
              <Icon name="left" className="size-5" />
            </a>
          )}
        </li>
        {shownPages(page, pages).map((number, index, all) => (
          <li key={number} className="flex items-center">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-2 text-quiet">
                …
              </span>
            )}
            <a
              href={href(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={`${box} aria-[current=page]:bg-ink aria-[current=page]:text-page`}
            >
              {number}
            </a>
          </li>
        ))}
        <li>
          {page < pages && (
            <a href={href(page + 1)} rel="next" aria-label="Next page" className={box}>
              <Icon name="right" className="size-5" />
            </a>
          )}
        </li>
      </ul>
    </nav>
  )
}

function shownPages(page: number, pages: number): number[] {
  const candidates = [1, page - 1, page, page + 1, pages]
  return [...new Set(candidates.filter((number) => number >= 1 && number <= pages))]
}
