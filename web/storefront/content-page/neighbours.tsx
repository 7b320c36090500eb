import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { textPages } from '../footer/text-pages.ts'

/** The pages of the same group, with the one that is open marked. */
export function Neighbours({ slug }: { slug: string }) {
  const group = textPages.find(({ pages }) => pages.some((page) => page.slug === slug))
  if (!group) return null
  return (
    <nav aria-label={group.title} className="lg:justify-self-end">
      <ul className="border-t border-line lg:sticky lg:top-28 lg:w-64">
        {group.pages.map((page) => (
          <li key={page.slug} className="border-b border-line">
            <Link
              to={links.page(page.slug)}
              aria-current={page.slug === slug ? 'page' : undefined}
              className="block py-3.5 text-quiet underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink"
            >
              {page.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
