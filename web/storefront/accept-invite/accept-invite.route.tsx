import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { acceptInvitation, joinStaff } from '#contract/invitation.ts'
import { links } from '#contract/links.ts'
import { useInvitation } from '../../data/invitation.ts'
import { signIn } from '../../data/session.ts'
import { ApiError } from '../../lib/api.ts'
import { submitForm, type RefusedForm } from '../../lib/form-action.ts'
import { showToast } from '../../lib/toasts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { Notice } from '../account/notice.tsx'
import type { Route } from './+types/accept-invite.route.ts'
import { JoinForm } from './join-form.tsx'
import { NewAccountForm } from './new-account-form.tsx'

/** Without a script the page cannot know whether there is an account: whoever has one says so, in the address. */
const joins = 'account'

export function action({ request, context }: Route.ActionArgs) {
  const hasAccount = new URL(request.url).searchParams.has(joins)
  return submitForm(context, hasAccount ? joinStaff : acceptInvitation, () =>
    links.login(links.dashboard(), 'joined'),
  )
}

/** Where the mailed link of an invitation to the staff leads. */
export default function AcceptInvite({ actionData }: Route.ComponentProps) {
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
      {/* Whatever the link turns out to be for, nothing below it moves. */}
      <div className="min-h-120 noscript:min-h-0">
        {refused ? (
          <>
            <Notice kind="attention">{query.error?.message}</Notice>
            <LinkButton to={links.home()}>To the shop</LinkButton>
          </>
        ) : (
          <Loaded
            query={query}
            skeleton={
              <>
                <Skeleton className="h-120 noscript:hidden" />
                <div className="hidden noscript:block">
                  <WithoutScript token={token} hasAccount={search.has(joins)} refused={actionData} />
                </div>
              </>
            }
          >
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
      </div>
    </NarrowPage>
  )
}

interface WithoutScriptProps {
  token: string
  hasAccount: boolean
  refused: RefusedForm | undefined
}

function WithoutScript({ token, hasAccount, refused }: WithoutScriptProps) {
  const Ask = hasAccount ? JoinForm : NewAccountForm
  const own = new URLSearchParams({ token, ...(!hasAccount && { [joins]: '1' }) })
  return (
    <>
      <p className="mb-6 text-quiet">
        {hasAccount ? 'You join with the account that you have. ' : 'You get an account of your own. '}
        <Link to={`?${own}`} className={`${inlineLink} inline-block py-1 text-ink`}>
          {hasAccount ? 'I have no account here' : 'I have an account here already'}
        </Link>
      </p>
      <Ask token={token} refused={refused} />
    </>
  )
}
