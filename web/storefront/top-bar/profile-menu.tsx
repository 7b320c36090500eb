import { usePageState } from '#web/lib/browser/use-page-state.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { useSession } from '#web/data/account/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLogout } from '#web/data/account/use-logout.tsx'
import { returnPath } from './return-path.ts'

const entryStyle = 'block w-full rounded-xs px-3 py-2.5 text-left hover:bg-ground'

/** The account menu, or sign-in links for guests. */
export function ProfileMenu() {
  const { data: user } = useSession()
  const { logout, dialog } = useLogout()
  return (
    <>
      <Disclosure
        label="Your account"
        icon={
          <span data-account={user?.dp ? undefined : ''}>
            {user?.dp ? (
              <Avatar key={user.dp} file={user.dp} name={user.fullName} className="size-[28px] text-sm" />
            ) : (
              <Icon name="user" className="size-[24px]" />
            )}
          </span>
        }
        group="top-bar"
        className="relative hidden sm:block"
        panelClassName="on-light absolute top-full right-0 mt-2 w-72 rounded-xs border border-line bg-card p-2 text-ink shadow-lg"
      >
        {user ? <SignedIn user={user} onLogout={() => void logout()} /> : <SignedOut />}
      </Disclosure>
      {dialog}
    </>
  )
}

function SignedIn({ user, onLogout }: { user: CurrentUser; onLogout(): void }) {
  return (
    <>
      <AccountName user={user} className="px-3 pt-2 pb-4" emailClassName="text-quiet" />
      <ul className="border-t border-line pt-2">
        {user.permissions.length > 0 && <Entry to={links.dashboard()}>Admin Dashboard</Entry>}
        <Entry to={links.profile()}>Profile</Entry>
        <Entry to={links.profile('orders')}>Orders</Entry>
        <Entry to={links.profile('wishlist')}>Wishlist</Entry>
        <li className="mt-2 border-t border-line pt-2">
          <button type="button" className={`${entryStyle} cursor-pointer`} onClick={onLogout}>
            Logout
          </button>
        </li>
      </ul>
    </>
  )
}

interface AccountNameProps {
  user: CurrentUser
  className: string
  /** The color of the email. */
  emailClassName: string
}

/** Who is signed in: image, name and email. */
export function AccountName({ user, className, emailClassName }: AccountNameProps) {
  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <Avatar key={user.dp} file={user.dp} name={user.fullName} />
      <p className="min-w-0">
        <span className="block truncate font-medium">{user.fullName}</span>
        <span className={`block truncate text-sm ${emailClassName}`}>{user.email}</span>
      </p>
    </div>
  )
}

function SignedOut() {
  const next = returnPath(usePageState())
  return (
    <>
      <p className="px-3 pt-2 pb-3 text-sm text-quiet">Sign in to see your orders and save your wishlist.</p>
      <ul>
        <Entry to={links.login(next)}>Login</Entry>
        <Entry to={links.signup()}>Register</Entry>
        <li className="mt-2 border-t border-line pt-2">
          <a href={links.wishlist()} className={entryStyle}>
            Wishlist
          </a>
        </li>
      </ul>
    </>
  )
}

function Entry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <a href={to} className={entryStyle}>
        {children}
      </a>
    </li>
  )
}
