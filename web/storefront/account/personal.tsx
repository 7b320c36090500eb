import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { useSession } from '../../data/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'

interface PersonalProps {
  skeleton: ReactNode
  /** What stands here for who is signed out. */
  signedOut?: ReactNode
  children: (user: CurrentUser) => ReactNode
}

/** What only who is signed in sees; the page itself is the same for everyone. */
export function Personal({ skeleton, signedOut = <PleaseSignIn />, children }: PersonalProps) {
  const waiting = (
    <>
      {skeleton}
      {/* Without a script nobody is known here. */}
      <div className="hidden noscript:block">{signedOut}</div>
    </>
  )
  return (
    <Loaded query={useSession()} skeleton={waiting}>
      {(user) => (user ? children(user) : signedOut)}
    </Loaded>
  )
}

function PleaseSignIn() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      icon="user"
      title="Please sign in"
      text={
        <>
          This page shows what is yours alone.
          <span className="hidden noscript:inline"> It needs JavaScript, which is switched off.</span>
        </>
      }
    >
      <LinkButton kind="primary" to={links.login(pathname + search)}>
        Login
      </LinkButton>
      <LinkButton to={links.signup(pathname + search)}>Register</LinkButton>
    </EmptyState>
  )
}
