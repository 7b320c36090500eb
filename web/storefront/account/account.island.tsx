import type { ReactNode } from 'react'
import { links, profileTabs } from '#contract/links.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SignedInOnly } from './signed-in-only.tsx'
import { profileTabLabels } from './profile-tab-labels.ts'
import { useLogout } from '#web/data/account/use-logout.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

/** The account overview, mainly for small screens. */
function Account() {
  const { logout, dialog } = useLogout()
  return (
    <div className="page-width min-h-dvh max-w-2xl py-8 lg:py-12">
      <h1 tabIndex={-1} className="font-display text-display">
        Account
      </h1>
      <SignedInOnly skeleton={<AccountSkeleton />} signedOut={<SignedOut />}>
        {({ dp, fullName, email, permissions }) => (
          <>
            <div className="mt-6 flex items-center gap-4">
              <Avatar file={dp} name={fullName} className="size-16 text-2xl" />
              <p className="min-w-0">
                <span className="block truncate text-lg font-medium">{fullName}</span>
                <span className="block truncate text-quiet">{email}</span>
              </p>
            </div>
            <List>
              {permissions.length > 0 && (
                <Entry to={links.dashboard()} icon="screen" name="Admin Dashboard" about="Manage the shop" />
              )}
              {profileTabs.map((tab) => (
                <Entry key={tab} to={links.profile(tab)} {...profileTabLabels[tab]} />
              ))}
              <li>
                <button
                  type="button"
                  onClick={() => void logout()}
                  className={`${entryStyle} w-full cursor-pointer`}
                >
                  <Icon name="out" className="size-6 text-quiet" />
                  <span className="font-medium">Logout</span>
                </button>
              </li>
            </List>
          </>
        )}
      </SignedInOnly>
      {dialog}
    </div>
  )
}

function SignedOut() {
  return (
    <>
      <p className="mt-6 text-lg text-quiet">Sign in to see your orders and save your wishlist.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton kind="primary" href={links.login()} className="grow sm:grow-0">
          Login
        </LinkButton>
        <LinkButton href={links.signup()} className="grow sm:grow-0">
          Register
        </LinkButton>
      </div>
      <List>
        <Entry
          to={links.findOrder()}
          icon="package"
          name="Find your order"
          about="By its number and your email"
        />
        <Entry to={links.wishlist()} {...profileTabLabels.wishlist} />
        <Entry to={links.cart()} icon="bag" name="Cart" about="Items in your cart" />
      </List>
    </>
  )
}

const entryStyle = 'flex min-h-18 items-center gap-4 px-4 py-3 text-left hover:bg-ground sm:px-6'

function List({ children }: { children: ReactNode }) {
  return <ul className="mt-8 divide-y divide-line overflow-hidden rounded-xs bg-card">{children}</ul>
}

function Entry({ to, icon, name, about }: { to: string; icon: IconName; name: string; about: string }) {
  return (
    <li>
      <a href={to} className={entryStyle}>
        <Icon name={icon} className="size-6 text-quiet" />
        <span className="min-w-0 grow">
          <span className="block font-medium">{name}</span>
          <span className="block text-sm text-quiet">{about}</span>
        </span>
        <Icon name="right" className="size-5 text-quiet" />
      </a>
    </li>
  )
}

function AccountSkeleton() {
  return (
    <>
      <Skeleton className="mt-6 h-16" />
      <Skeleton className="mt-8 h-[36rem]" />
    </>
  )
}

export default withQueries(Account)
