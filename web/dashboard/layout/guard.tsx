import { useMemo, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { useSession } from '../../data/session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Shows the dashboard to staff; others are led to the shop, and back here once they have signed in. */
export function Guard({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const { pathname, search } = useLocation()
  const session = useSession()
  const [wasIn, setWasIn] = useState(false)
  if (session.data && !wasIn) setWasIn(true)
  // The same object at each rendering: Navigate sets out again whenever it is given another.
  const origin = useMemo(() => ({ from: pathname + search }), [pathname, search])
  return (
    <Loaded query={session} skeleton={<Waiting />}>
      {(user) => {
        // The session has ended while the dashboard was open, here or in another tab.
        if (!user && wasIn) return <Navigate to={links.login(pathname + search)} replace />
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

function Waiting() {
  return (
    <div className="p-6">
      <p className="hidden noscript:block">The dashboard needs JavaScript, which is switched off.</p>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="mt-6 h-96" />
    </div>
  )
}
