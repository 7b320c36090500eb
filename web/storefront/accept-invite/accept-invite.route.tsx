import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { acceptInvitation, joinStaff } from '#contract/identity/invitation.ts'
import { links } from '#contract/links.ts'
import { useInvitation } from '#web/data/account/invitation.ts'
import { signIn } from '#web/data/account/session.ts'
import { useShop } from '#web/data/shop.ts'
import { ApiError } from '#web/lib/api.ts'
import { submitForm, type RefusedForm } from '#web/lib/on-server/form-action.ts'
import { showToast } from '#web/lib/toasts.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { Notice } from '../account/notice.tsx'
import type { Route } from './+types/accept-invite.route.ts'
import { JoinForm } from './join-form.tsx'
import { NewAccountForm } from './new-account-form.tsx'

/** Without JavaScript, this URL parameter says whether the invited person has an account. */
const HAS_ACCOUNT = 'account'

export function action({ request, context }: Route.ActionArgs) {
  const hasAccount = new URL(request.url).searchParams.has(HAS_ACCOUNT)
  return submitForm(context, hasAccount ? joinStaff : acceptInvitation, () =>
    links.login(links.dashboard(), 'joined'),
  )
}

/** The page of an emailed staff invitation. */
export default function AcceptInvite({ actionData }: Route.ComponentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const query = useInvitation(token)
  const shop = useShop()
  const refused = query.error instanceof ApiError && query.error.status === 400

  async function openDashboard(email: string, password: string) {
    await signIn(client, { email, password })
    showToast('success', 'Welcome to the team')
    await navigate(links.dashboard())
  }

  return (
    <NarrowPage title="Join the team" path={links.acceptInvitation()}>
      {/* Reserves the height of the form, so that nothing moves when it loads. */}
      <div className="min-h-120 noscript:min-h-0">
        {refused ? (
          <>
            <Notice kind="attention">{query.error?.message}</Notice>
            <LinkButton to={links.home()}>Go to the shop</LinkButton>
          </>
        ) : (
          <Loaded
            query={query}
            skeleton={
              <>
                <Skeleton className="h-120 noscript:hidden" />
                <div className="hidden noscript:block">
                  <WithoutScript token={token} hasAccount={search.has(HAS_ACCOUNT)} refused={actionData} />
                </div>
              </>
            }
          >
            {({ email, roleName, invitedBy, hasAccount }) => {
              const AcceptForm = hasAccount ? JoinForm : NewAccountForm
              return (
                <>
                  <p className="mb-6 text-quiet wrap-anywhere">
                    {invitedBy} has invited <span className="font-medium text-ink">{email}</span> to join{' '}
                    {shop.name} as {roleName}.
                  </p>
                  <AcceptForm
                    token={token}
                    email={email}
                    onAccepted={(password) => openDashboard(email, password)}
                  />
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
  const AcceptForm = hasAccount ? JoinForm : NewAccountForm
  const otherForm = new URLSearchParams({ token, ...(!hasAccount && { [HAS_ACCOUNT]: '1' }) })
  return (
    <>
      <p className="mb-6 text-quiet">
        {hasAccount ? 'You’ll join with your existing account. ' : 'We’ll create an account for you. '}
        <Link to={`?${otherForm}`} className={`${inlineLink} inline-block py-1 text-ink`}>
          {hasAccount ? 'I don’t have an account' : 'I already have an account'}
        </Link>
      </p>
      <AcceptForm token={token} refused={refused} />
    </>
  )
}
