import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { useShop } from '../../data/shop.ts'
import type { Shelf } from './shelves.ts'
import { textPages } from './text-pages.ts'

/** The dark end of every page: the tagline and the way to everything that is not a product. */
export function Footer({ shelves }: { shelves: Shelf[] }) {
  const shop = useShop()
  const groups = [
    { title: 'Shop', entries: shelves.map(({ name, slug }) => ({ name, to: links.browse(slug) })) },
    ...textPages.map(({ title, pages }) => ({
      title,
      entries: pages.map(({ name, slug }) => ({ name, to: links.page(slug) })),
    })),
  ].filter(({ entries }) => entries.length > 0)

  return (
    <footer className="on-dark mt-auto bg-deep text-on-deep print:hidden">
      <div className="page-width grid gap-x-8 gap-y-12 py-16 lg:grid-cols-[1.4fr_2fr] lg:py-20">
        <div>
          <p className="font-display text-3xl">{shop.name}</p>
          <p className="mt-3 max-w-[28ch] text-quiet-on-deep">{shop.tagline}</p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-4">
          {groups.map(({ title, entries }) => (
            <div key={title}>
              <h2 className="text-sm text-quiet-on-deep">{title}</h2>
              <ul className="mt-3">
                {entries.map(({ name, to }) => (
                  <li key={to}>
                    <Link to={to} className="inline-block py-1.5 underline-offset-4 hover:underline">
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="page-width border-t border-white/15 py-6 text-sm text-quiet-on-deep">
        <p>© {shop.name}</p>
      </div>
    </footer>
  )
}
