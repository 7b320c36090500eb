import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { BarLink } from './bar-link.tsx'
import { Brand } from './brand.tsx'
import { CountedLinks } from './counted-links.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SearchBox } from './search-box.tsx'

/** The fixed black bar: brand, search, main links, wishlist, cart, profile; on small screens a menu. */
export function TopBar() {
  return (
    <header className="on-dark fixed inset-x-0 top-0 z-40 h-bar bg-bar text-white print:hidden">
      <div className="page-width flex h-full items-center gap-2 sm:gap-6">
        <Link
          to={links.home()}
          className="py-2 max-sm:min-w-0 max-sm:truncate font-display text-[26px] leading-none xl:flex-1"
        >
          <Brand />
        </Link>
        <div className="hidden min-w-0 grow justify-center sm:flex xl:grow-0 xl:basis-md">
          <SearchBox className="max-w-md" />
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
            <ProfileMenu />
            <MobileMenu />
          </div>
        </div>
      </div>
    </header>
  )
}
