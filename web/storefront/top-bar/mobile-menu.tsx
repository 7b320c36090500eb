import { useState } from 'react'
import { usePageState } from '#web/lib/browser/use-page-state.ts'
import { links } from '#contract/links.ts'
import { useSession } from '#web/data/account/session.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLogout } from '#web/data/account/use-logout.tsx'
import type { MenuCatalog } from './menu-catalog.tsx'
import { AccountName } from './profile-menu.tsx'
import { returnPath } from './return-path.ts'
import { SearchBox } from './search-box.tsx'

const entries = [
  { name: 'Home', to: links.home() },
  { name: 'Products', to: links.products() },
  { name: 'Categories', to: links.categories() },
  { name: 'Cart', to: links.cart() },
  { name: 'Account', to: links.account() },
]

/** The menu of small screens with search, main links, the catalog and help. */
export function MobileMenu() {
  const { logout, dialog } = useLogout()
  const [Catalog, setCatalog] = useState<typeof MenuCatalog>()
  /** If it does not load, the other links still lead everywhere. */
  const loadCatalog = () =>
    void import('./menu-catalog.tsx').then(
      (loaded) => setCatalog(() => loaded.MenuCatalog),
      () => undefined,
    )
  return (
    <>
      <Disclosure
        label="Menu"
        icon={
          <>
            <Icon name="menu" className="size-[24px] in-open:hidden" />
            <Icon name="close" className="hidden size-[24px] in-open:block" />
          </>
        }
        group="top-bar"
        onOpen={loadCatalog}
        className="-mr-2.5 lg:hidden"
        panelClassName="group/menu fixed inset-x-0 top-bar max-h-[calc(100dvh-var(--spacing-bar))] overflow-y-auto border-t border-white/15 bg-bar pt-5 pb-8 shadow-lg"
      >
        <nav aria-label="Menu" className="page-width">
          <SearchBox inMenu className="sm:hidden" />
          <ul className="mt-4 divide-y divide-white/15 group-has-data-suggesting/menu:hidden sm:mt-0">
            {entries.map(({ name, to }) => (
              <li key={to}>
                <a href={to} className="flex items-center justify-between py-4 font-display text-xl">
                  {name}
                  <Icon name="right" className="size-5 text-quiet-on-deep" />
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {Catalog && <Catalog />}
        <AccountActions onLogout={() => void logout()} />
      </Disclosure>
      {dialog}
    </>
  )
}

/** The signed-in user with Logout, or Login and Register. */
function AccountActions({ onLogout }: { onLogout(): void }) {
  const { data: user } = useSession()
  const next = returnPath(usePageState())
  const actionStyle =
    'flex min-h-12 grow cursor-pointer items-center justify-center rounded-xs border border-white/40 px-4'
  return (
    <div className="page-width mt-4 group-has-data-suggesting/menu:hidden border-t border-white/15 pt-6">
      {user && <AccountName user={user} className="mb-5" emailClassName="text-quiet-on-deep" />}
      <div className="flex flex-wrap gap-3">
        {user && user.permissions.length > 0 && (
          <a href={links.dashboard()} className={actionStyle}>
            Admin Dashboard
          </a>
        )}
        {user ? (
          <button type="button" className={actionStyle} onClick={onLogout}>
            Logout
          </button>
        ) : (
          <>
            <a href={links.login(next)} className={actionStyle}>
              Login
            </a>
            <a href={links.signup()} className={actionStyle}>
              Register
            </a>
          </>
        )}
      </div>
    </div>
  )
}
