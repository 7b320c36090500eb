import { Link, useLocation } from 'react-router'
import { links } from '#contract/links.ts'
import { useSession } from '../../data/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLogout } from '../../data/use-logout.tsx'
import { originOf } from './origin-of.ts'
import { SearchBox } from './search-box.tsx'

const entries = [
  { name: 'Home', to: links.home() },
  { name: 'Products', to: links.products() },
  { name: 'Categories', to: links.categories() },
  { name: 'Cart', to: links.cart() },
  { name: 'Account', to: links.account() },
]

/** Search and main links on screens without room for them in the bar. */
export function MobileMenu() {
  const { logout, dialog } = useLogout()
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
        className="-mr-2.5 lg:hidden"
        panelClassName="group/menu fixed inset-x-0 top-bar max-h-[calc(100dvh-var(--spacing-bar))] overflow-y-auto border-t border-white/15 bg-bar pt-5 pb-8 shadow-lg"
      >
        <nav aria-label="Menu" className="page-width">
          <SearchBox inMenu className="sm:hidden" />
          <ul className="mt-4 divide-y divide-white/15 group-has-data-suggesting/menu:hidden sm:mt-0">
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
        <Own onLogout={() => void logout()} />
      </Disclosure>
      {dialog}
    </>
  )
}

/** Who is signed in, and the way in or out. */
function Own({ onLogout }: { onLogout(): void }) {
  const { data: user } = useSession()
  const origin = originOf(useLocation().state)
  const action =
    'flex min-h-12 grow cursor-pointer items-center justify-center rounded-xs border border-white/40 px-4'
  return (
    <div className="page-width mt-4 group-has-data-suggesting/menu:hidden border-t border-white/15 pt-6">
      {user && (
        <div className="mb-5 flex items-center gap-3">
          <Avatar key={user.dp} file={user.dp} name={user.fullName} />
          <p className="min-w-0">
            <span className="block truncate font-medium">{user.fullName}</span>
            <span className="block truncate text-sm text-quiet-on-deep">{user.email}</span>
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {user && user.permissions.length > 0 && (
          <Link to={links.dashboard()} className={action}>
            Admin Dashboard
          </Link>
        )}
        {user ? (
          <button type="button" className={action} onClick={onLogout}>
            Logout
          </button>
        ) : (
          <>
            <Link to={links.login(origin)} className={action}>
              Login
            </Link>
            <Link to={links.signup()} className={action}>
              Register
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
