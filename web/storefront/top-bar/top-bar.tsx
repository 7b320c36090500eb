import { links } from '#contract/links.ts'
import { usePage } from '#web/data/page.ts'
import { Island } from '#web/islands/island.tsx'
import AddedPanel from './added-panel.island.tsx'
import BarMenus from './bar-menus.island.tsx'
import { CountedLinks } from './counted-links.tsx'
import Search from './search.island.tsx'
import type { ReactNode } from 'react'
import { useShop } from '#web/data/shop.ts'

/** The fixed top bar. Small screens have the links in a menu and, on phones, the search in a row below that scrolls away. */
export function TopBar() {
  return (
    <>
      <header className="on-dark fixed inset-x-0 top-0 z-40 h-bar bg-bar text-white print:hidden">
        <div className="page-width flex h-full items-center gap-2 sm:gap-6">
          <div className="flex max-sm:min-w-0 sm:max-w-2/5 xl:flex-1">
            <a href={links.home()} className="py-2 font-display text-[26px] leading-none truncate">
              <Brand />
            </a>
          </div>
          <div className="hidden min-w-0 grow justify-center sm:flex xl:grow-0 xl:basis-md">
            <Island of={Search} props={{ className: 'max-w-md' }} when="used" />
          </div>
          <div className="ml-auto flex items-center gap-2 sm:ml-0 sm:gap-6 xl:flex-1 xl:justify-end">
            <nav aria-label="Main" className="hidden lg:block">
              <ul className="flex">
                <li>
                  <BarLink to={links.home()}>Home</BarLink>
                </li>
                <li>
                  <BarLink to={links.products()} within={/^\/(products|product-details|search)\b/i}>
                    Products
                  </BarLink>
                </li>
                <li>
                  <BarLink to={links.allCategories()} within={/^\/(categories|subcategory)\b/i}>
                    Categories
                  </BarLink>
                </li>
              </ul>
            </nav>
            <div className="flex items-center">
              <CountedLinks />
              <Island of={BarMenus} props={{}} when="used" />
              <Island of={AddedPanel} props={{}} when="used" />
            </div>
          </div>
        </div>
      </header>
      {/* The content has a margin of the bar's height, so the row takes only its own. */}
      <div className="on-dark relative z-30 mt-bar -mb-bar bg-bar text-white sm:hidden print:hidden">
        <div className="page-width pt-1 pb-3">
          <Island of={Search} props={{}} when="used" />
        </div>
      </div>
    </>
  )
}

/** The top bar of the checkout: nothing that leads away except the shop and its cart. */
export function CheckoutBar() {
  return (
    <header className="on-dark fixed inset-x-0 top-0 z-40 h-bar bg-bar text-white print:hidden">
      <div className="page-width flex h-full items-center justify-between gap-2">
        <a href={links.home()} className="min-w-0 truncate py-2 font-display text-[26px] leading-none">
          <Brand />
        </a>
        <CountedLinks onlyCart />
      </div>
    </header>
  )
}

interface BarLinkProps {
  to: string
  /** Other paths that belong to this link. */
  within?: RegExp
  children: ReactNode
}

/** A main link of the top bar, underlined on its pages. */
function BarLink({ to, within, children }: BarLinkProps) {
  const { pathname } = usePage()
  const isCurrent = pathname === to
  return (
    <a
      href={to}
      aria-current={isCurrent ? 'page' : within?.test(pathname) ? 'true' : undefined}
      className="bar-link relative flex h-[44px] items-center px-3 text-[min(1rem,20px)] text-quiet-on-deep transition-colors duration-150 hover:text-white aria-[current]:text-white"
    >
      {children}
    </a>
  )
}

/** The logo or the name of the shop. */
function Brand() {
  const { name, logo } = useShop()
  if (!logo) return name
  return <img src={links.image(logo)} alt={name} className="h-9 w-auto max-w-44 object-contain" />
}
