import type { ReactNode } from 'react'
import { usePageQuery } from '#web/data/page.ts'
import { useEffect } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links, profileTabs, type ProfileTab } from '#contract/links.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SignedInOnly } from '../account/signed-in-only.tsx'
import { AddressesPanel } from './addresses-panel.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { WishlistPanel } from './wishlist-panel.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

const panels: Record<ProfileTab, (user: CurrentUser) => ReactNode> = {
  details: () => <DetailsPanel />,
  password: (user) => <PasswordPanel user={user} />,
  addresses: () => <AddressesPanel />,
  sessions: () => <SessionsPanel />,
  orders: () => <OrdersPanel />,
  wishlist: () => <WishlistPanel />,
  privacy: () => <PrivacyPanel />,
}

/** The profile. The URL names its tab. */
function Profile() {
  const search = usePageQuery()
  const tab = profileTabs.find((item) => item === search.get('tab')) ?? 'details'
  return (
    <div className="page-width min-h-dvh py-8 lg:py-12">
      <h1 tabIndex={-1} className="font-display text-display">
        Profile
      </h1>
      <div className="mt-6 lg:mt-10 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <ProfileTabs tab={tab} />
        <div className="pt-8 lg:pt-0">
          <SignedInOnly skeleton={<Skeleton className="h-[32rem] max-w-3xl" />}>
            {(user) =>
              user.mustChangePassword && tab !== 'password' ? (
                // The API refuses everything else until the password is changed.
                <Leave to={links.profile('password')} />
              ) : (
                // Resets all state for another user or tab.
                <div key={`${user.id} ${tab}`} className="max-w-3xl">
                  {panels[tab](user)}
                </div>
              )
            }
          </SignedInOnly>
        </div>
      </div>
    </div>
  )
}

/** Opens another page in place of this one. */
function Leave({ to }: { to: string }) {
  useEffect(() => void openPage(to, { replace: true }), [to])
  return null
}

export default withQueries(Profile)
