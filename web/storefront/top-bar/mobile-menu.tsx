import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchForm } from './search-form.tsx'

const entries = [
  { name: 'Home', to: links.home() },
  { name: 'Products', to: links.products() },
  { name: 'Categories', to: links.categories() },
  { name: 'Cart', to: links.cart() },
  { name: 'Account', to: links.account() },
]

/** Search and main links on screens without room for them in the bar. */
export function MobileMenu() {
  return (
    <Disclosure
      label="Menu"
      icon={
        <>
          <Icon name="menu" className="size-[24px] in-open:hidden" />
          <Icon name="close" className="hidden size-[24px] in-open:block" />
        </>
      }
      group="top-bar"
      className="-mr-2.5 lg:hidden"
      panelClassName="fixed inset-x-0 top-bar max-h-[calc(100dvh-var(--spacing-bar))] overflow-y-auto border-t border-white/15 bg-bar pt-5 pb-8 shadow-lg"
    >
      <nav aria-label="Menu" className="page-width">
        <SearchForm label="Search products" className="sm:hidden" />
        <ul className="mt-4 divide-y divide-white/15 sm:mt-0">
          {entries.map(({ name, to }) => (
            <li key={to}>
              <Link to={to} className="flex items-center justify-between py-4 font-display text-xl">
                {name}
                <Icon name="right" className="size-5 text-quiet-on-deep" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Disclosure>
  )
}
