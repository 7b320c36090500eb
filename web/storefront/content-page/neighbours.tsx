import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { useFooterGroups } from '../footer/use-footer-groups.ts'

/** What the footer lists beside this page, with the one that is open marked. */
export function Neighbours({ slug }: { slug: string }) {
  const here = links.page(slug)
  const group = useFooterGroups().find((one) => one.links.some(({ to }) => to === here))
  const pages = group?.links.filter(({ to }) => to.startsWith('/'))
  if (!group || !pages) return null
  return (
    <nav aria-label={group.title} className="lg:justify-self-end">
      <ul className="border-t border-line lg:sticky lg:top-28 lg:w-64">
        {pages.map(({ name, to }) => (
          <li key={to} className="border-b border-line">
            <Link
              to={to}
              aria-current={to === here ? 'page' : undefined}
              className="block py-3.5 text-quiet underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
