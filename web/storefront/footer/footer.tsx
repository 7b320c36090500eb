import type { FooterGroup } from '#contract/settings/home.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import type { FooterCategory } from './footer-categories.ts'

interface FooterProps {
  categories: FooterCategory[]
  /** The groups that staff have set. */
  customGroups: FooterGroup[]
}

/** The footer: tagline, contact and links. */
export function Footer({ categories, customGroups }: FooterProps) {
  const shop = useShop()
  const groups = [
    { title: 'Shop', links: categories.map(({ name, slug }) => ({ name, to: links.listing(slug) })) },
    ...customGroups,
  ].filter((group) => group.links.length > 0)

  return (
    <footer className="on-dark mt-auto bg-deep wrap-anywhere text-on-deep print:hidden">
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

/** The footer of the checkout: help and what the shopper agrees to. */
export function CheckoutFooter() {
  const { name } = useShop()
  const entries = [
    ['Contact', 'contact'],
    ['Shipping', 'help/shipping'],
    ['Returns', 'help/returns'],
    ['Terms', 'terms'],
    ['Privacy policy', 'privacy-policy'],
  ] as const
  return (
    <footer className="mt-auto border-t border-line text-sm wrap-anywhere text-quiet print:hidden">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6">
        <p>© {name}</p>
        <ul className="flex flex-wrap gap-x-6">
          {entries.map(([text, slug]) => (
            <li key={slug}>
              <a
                href={links.page(slug)}
                className="inline-block py-2 underline-offset-4 hover:text-ink hover:underline"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

/** The contact details that the shop has set. */
function Contact() {
  const { email, phone, address } = useShop()
  if (!email && !phone && !address) return null
  return (
    <address className="mt-6 text-sm text-quiet-on-deep not-italic">
      {address && <p className="whitespace-pre-line">{address}</p>}
      {phone && (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={linkStyle}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={linkStyle}>
          {email}
        </a>
      )}
    </address>
  )
}

const linkStyle = 'block w-fit py-1.5 underline-offset-4 hover:underline'

const style = 'inline-block py-1.5 underline-offset-4 hover:underline'

/** A link to a page of the shop or to another site. */
function FooterLink({ to, children }: { to: string; children: string }) {
  if (to.startsWith('/')) {
    return (
      <a href={to} className={style}>
        {children}
      </a>
    )
  }
  return (
    <a href={to} rel="nofollow noopener" className={style}>
      {children}
    </a>
  )
}
