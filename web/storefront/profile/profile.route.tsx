import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links, profileTabs, type ProfileTab } from '#contract/links.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SignedInOnly } from '../account/signed-in-only.tsx'
import { profileTabLabels } from '../account/profile-tab-labels.ts'
import { PageHead } from '../page-head.tsx'
import { AddressesPanel } from './addresses-panel.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { WishlistPanel } from './wishlist-panel.tsx'

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
export default function Profile() {
  const [search] = useSearchParams()
  const tab = profileTabs.find((item) => item === search.get('tab')) ?? 'details'
  const title = tab === 'details' ? 'Profile' : `${profileTabLabels[tab].name} · Profile`
  return (
    <div className="page-width min-h-dvh py-8 lg:py-12">
      <PageHead title={title} path={links.profile()} noindex />
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
                <Navigate to={links.profile('password')} replace />
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
