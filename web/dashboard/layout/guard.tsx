import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { switchUser, useSession } from '#web/data/account/session.ts'
import { useHeldCalls } from '#web/data/account/sign-in-again.ts'
import { storedToken } from '#web/data/account/stored-user.ts'
import { isLoggingOut } from '#web/data/account/use-logout.tsx'
import { hasUnsavedText, moveDrafts } from '#web/lib/form-drafts.ts'
import { keepUnansweredKeys } from '#web/lib/unanswered-keys.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DraftHook, DraftOwner } from '#web/ui/form/draft/drafts.ts'
import { useDraft } from '#web/ui/form/draft/use-draft.ts'
import { SessionDialog, SignedOutBar } from './session-dialog.tsx'

/**
 * Shows the dashboard to staff. Sends others to the shop, and back here after they sign in. A page whose session ends stays
 * open below a sign-in dialog, unless somebody signed out and nothing is unsaved.
 */
export function Guard({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const { pathname, search } = useLocation()
  const client = useQueryClient()
  const session = useSession()
  const { held, release } = useHeldCalls()
  const user = session.data
  /** Whose page this is, and what is typed on it. */
  const [owner, setOwner] = useState<CurrentUser>()
  /** The user, or null without a session, that the page stays open for. */
  const [interruptedBy, setInterruptedBy] = useState<CurrentUser | null>()
  const [isClosed, setClosed] = useState(false)
  const isOwner = user?.id === owner?.id

  // An ended session leaves the token behind; signing out, here or in another tab, removes it.
  const hasExpired = user === null && (storedToken() !== null || held !== undefined)
  const isInterrupted =
    owner !== undefined &&
    !isOwner &&
    (interruptedBy === user || hasExpired || held === 'write' || hasUnsavedText())
  if (isInterrupted && interruptedBy !== user) {
    setInterruptedBy(user)
    setClosed(false)
  }
  if (!isInterrupted && interruptedBy !== undefined) setInterruptedBy(undefined)
  if (!isInterrupted && user && user !== owner) setOwner(user)

  useEffect(keepUnansweredKeys, [])
  useEffect(() => {
    if (isOwner) release(true)
  })
  const shownFor = useRef<number>(undefined)
  const [pageKey, setPageKey] = useState(0)
  useEffect(() => {
    if (!owner || shownFor.current === owner.id) return
    if (shownFor.current !== undefined) {
      // Opens the page again, without what the other person has typed.
      setPageKey((count) => count + 1)
      void switchUser(client)
    }
    shownFor.current = owner.id
  }, [owner, client])
  // LeaveFor leaves again whenever it receives a new object.
  const origin = useMemo(() => ({ from: pathname + search }), [pathname, search])

  function close() {
    setClosed(true)
    release(false)
  }

  const shown = isInterrupted ? owner : user
  return (
    <Loaded query={session} skeleton={<GuardSkeleton />}>
      {() => {
        if (!shown && owner) return <LeaveFor to={links.login(pathname + search)} />
        // A page with unsaved text stays, although the server refuses its calls.
        const hasDraft = owner !== undefined && hasUnsavedText()
        if (!shown || (shown.permissions.length === 0 && !hasDraft)) {
          return <LeaveFor to={links.home()} state={origin} />
        }
        if (shown.mustChangePassword && !hasDraft) {
          return <LeaveFor to={links.profile('password', pathname + search)} />
        }
        return (
          <>
            <DraftHook value={useDraft}>
              <DraftOwner key={pageKey} value={String(shown.id)}>
                {children(shown)}
              </DraftOwner>
            </DraftHook>
            {isInterrupted && !held && isClosed && <SignedOutBar onSignIn={() => setClosed(false)} />}
            {isInterrupted && (held || !isClosed) && (
              <SessionDialog
                owner={owner}
                user={user ?? null}
                onClose={close}
                onContinue={() => {
                  // The page keeps its data, too.
                  shownFor.current = user?.id
                  moveDrafts(String(owner.id), String(user?.id))
                  setOwner(user ?? undefined)
                  release(true)
                }}
                onLeave={() => {
                  setOwner(user ?? undefined)
                  release(false)
                }}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Opens a page of the storefront in place of this one. */
function LeaveFor({ to, state }: { to: string; state?: unknown }) {
  useEffect(() => {
    if (!isLoggingOut()) void openPage(to, { replace: true, state })
  }, [to, state])
  return null
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
