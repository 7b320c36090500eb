import { useQueryClient } from '@tanstack/react-query'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { useInvitation } from '#web/data/account/invitation.ts'
import { signIn } from '#web/data/account/session.ts'
import { useShop } from '#web/data/shop.ts'
import { ApiError } from '#web/lib/api.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { showToast } from '#web/lib/toasts.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { Notice } from '../account/notice.tsx'
import { AcceptForm } from './accept-form.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

/** Without JavaScript, this URL parameter says whether the invited person has an account. */
const HAS_ACCOUNT = 'account'

/** The page of an emailed staff invitation. */
function AcceptInvite({ refused }: { refused: RefusedForm | undefined }) {
  const client = useQueryClient()
  const search = usePageQuery()
  const token = search.get('token') ?? ''
  const query = useInvitation(token)
  const shop = useShop()
  const isRefused = query.error instanceof ApiError && query.error.status === 400

  async function openDashboard(email: string, password: string) {
    await signIn(client, { email, password })
    showToast('success', 'Welcome to the team')
    await openPage(links.dashboard())
  }

  return (
    <NarrowPage title="Join the team">
      {/* Reserves the height of the form, so that nothing moves when it loads. */}
      <div className="min-h-120 noscript:min-h-0">
        {isRefused ? (
          <>
            <Notice kind="attention">{query.error?.message}</Notice>
            <LinkButton href={links.home()}>Go to the shop</LinkButton>
          </>
        ) : (
          <Loaded
            query={query}
            skeleton={
              <>
                <Skeleton className="h-120 noscript:hidden" />
                <div className="hidden noscript:block">
                  <WithoutScript token={token} hasAccount={search.has(HAS_ACCOUNT)} refused={refused} />
                </div>
              </>
            }
          >
            {({ email, roleName, invitedBy, hasAccount }) => (
              <>
                <p className="mb-6 text-quiet wrap-anywhere">
                  {invitedBy} has invited <span className="font-medium text-ink">{email}</span> to join{' '}
                  {shop.name} as {roleName}.
                </p>
                <AcceptForm
                  token={token}
                  hasAccount={hasAccount}
                  email={email}
                  onAccepted={(password) => openDashboard(email, password)}
                />
              </>
            )}
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
  const otherForm = new URLSearchParams({ token, ...(!hasAccount && { [HAS_ACCOUNT]: '1' }) })
  return (
    <>
      <p className="mb-6 text-quiet">
        {hasAccount ? 'You’ll join with your existing account. ' : 'We’ll create an account for you. '}
        <a href={`?${otherForm}`} className={`${inlineLink} inline-block py-1 text-ink`}>
          {hasAccount ? 'I don’t have an account' : 'I already have an account'}
        </a>
      </p>
      <AcceptForm token={token} hasAccount={hasAccount} refused={refused} />
    </>
  )
}

export default withQueries(AcceptInvite)
