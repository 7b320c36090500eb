import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { links } from '#contract/links.ts'
import { useInvitation } from '../../data/invitation.ts'
import { signIn } from '../../data/session.ts'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import { Notice } from '../account/notice.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { JoinForm } from './join-form.tsx'
import { NewAccountForm } from './new-account-form.tsx'

/** Where the mailed link of an invitation to the staff leads. */
export default function AcceptInvite() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const query = useInvitation(token)
  const refused = query.error instanceof ApiError && query.error.status === 400

  async function goOn(email: string, password: string) {
    await signIn(client, { email, password })
    showToast('success', 'Welcome to the staff')
    await navigate(links.dashboard())
  }

  return (
    <NarrowPage title="Join the staff" path="/accept-invite">
      {refused ? (
        <>
          <Notice kind="attention">{query.error?.message}</Notice>
          <LinkButton to={links.home()}>To the shop</LinkButton>
        </>
      ) : (
        <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
          {({ email, roleName, invitedBy, hasAccount }) => {
            const Ask = hasAccount ? JoinForm : NewAccountForm
            return (
              <>
                <p className="mb-6 text-quiet wrap-anywhere">
                  {invitedBy} invites <span className="font-medium text-ink">{email}</span> to work in the
                  dashboard, as {roleName}.
                </p>
                <Ask token={token} email={email} onAccepted={(password) => goOn(email, password)} />
              </>
            )
          }}
        </Loaded>
      )}
      <NeedsScript what="The invitation" />
    </NarrowPage>
  )
}
