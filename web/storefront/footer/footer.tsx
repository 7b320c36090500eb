import type { FooterGroup } from '#contract/home.ts'
import { links } from '#contract/links.ts'
import { useShop } from '../../data/shop.ts'
import { Contact } from './contact.tsx'
import { FooterLink } from './footer-link.tsx'
import type { Shelf } from './shelves.ts'

/** The dark end of every page: the tagline and the way to everything that is not a product. */
export function Footer({ shelves, groups: set }: { shelves: Shelf[]; groups: FooterGroup[] }) {
  const shop = useShop()
  const groups = [
    { title: 'Shop', links: shelves.map(({ name, slug }) => ({ name, to: links.browse(slug) })) },
    ...set,
  ].filter((group) => group.links.length > 0)

  return (
    <footer className="on-dark mt-auto bg-deep text-on-deep print:hidden">
      <div className="page-width grid gap-x-8 gap-y-12 py-16 lg:grid-cols-[1.4fr_2fr] lg:py-20">
        <div>
          <p className="font-display text-3xl">{shop.name}</p>
          <p className="mt-3 max-w-[28ch] text-quiet-on-deep">{shop.tagline}</p>
          <Contact />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-4">
          {groups.map(({ title, links: entries }, index) => (
            <div key={index}>
              <h2 className="text-sm text-quiet-on-deep">{title}</h2>
              <ul className="mt-3">
                {entries.map(({ name, to }, at) => (
                  <li key={at}>
                    <FooterLink to={to}>{name}</FooterLink>
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
