import type { ReactNode } from 'react'
import { usePage } from '#web/data/page.ts'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { useSession } from '#web/data/account/session.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'

interface SignedInOnlyProps {
  skeleton: ReactNode
  /** Shown to guests; defaults to a sign-in prompt. */
  signedOut?: ReactNode
  children: (user: CurrentUser) => ReactNode
}

/** Content for signed-in users. It loads in the browser, because the cached page is the same for everyone. */
export function SignedInOnly({ skeleton, signedOut = <SignInPrompt />, children }: SignedInOnlyProps) {
  const placeholder = (
    <>
      {skeleton}
      {/* Without JavaScript the session stays unknown. */}
      <div className="hidden noscript:block">{signedOut}</div>
    </>
  )
  return (
    <Loaded query={useSession()} skeleton={placeholder}>
      {(user) => (user ? children(user) : signedOut)}
    </Loaded>
  )
}

function SignInPrompt() {
  const { pathname, search } = usePage()
  return (
    <EmptyState
      icon="user"
      title="Please sign in"
      text={
        <>
          Sign in to view your account.
          <span className="hidden noscript:inline">
            {' '}
            It also needs JavaScript, which is turned off in your browser.
          </span>
        </>
      }
    >
      <LinkButton kind="primary" href={links.login(pathname + search)}>
        Login
      </LinkButton>
      <LinkButton href={links.signup(pathname + search)}>Register</LinkButton>
    </EmptyState>
  )
}
