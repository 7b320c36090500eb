import { useMemo, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/people/auth.ts'
import { links } from '#contract/links.ts'
import { useSession } from '../../data/account/session.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Shows the dashboard to staff. Sends others to the shop, and back here after they sign in. */
export function Guard({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const { pathname, search } = useLocation()
  const session = useSession()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (session.data && !wasSignedIn) setWasSignedIn(true)
  // Navigate navigates again whenever it receives a new object.
  const origin = useMemo(() => ({ from: pathname + search }), [pathname, search])
  return (
    <Loaded query={session} skeleton={<GuardSkeleton />}>
      {(user) => {
        // The session ended while the dashboard was open, here or in another tab.
        if (!user && wasSignedIn) return <Navigate to={links.login(pathname + search)} replace />
        if (!user || user.permissions.length === 0) {
          return <Navigate to={links.home()} replace state={origin} />
        }
        if (user.mustChangePassword) {
          return <Navigate to={links.profile('password', pathname + search)} replace />
        }
        return children(user)
      }}
    </Loaded>
  )
}

function GuardSkeleton() {
  return (
    <div className="p-6">
      <p className="hidden noscript:block">Turn on JavaScript to use the dashboard.</p>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="mt-6 h-96" />
    </div>
  )
}
