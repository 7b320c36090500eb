import { acceptInvitation, joinStaff } from '#contract/identity/invitation.ts'
import { links } from '#contract/links.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import AcceptInviteIsland from './accept-invite.island.tsx'

/** Without JavaScript, this URL parameter says whether the invited person has an account. */
const HAS_ACCOUNT = 'account'

export function action({ request, context }: ActionArgs) {
  const hasAccount = new URL(request.url).searchParams.has(HAS_ACCOUNT)
  return submitForm(context, hasAccount ? joinStaff : acceptInvitation, () =>
    links.login(links.dashboard(), 'joined'),
  )
}

export default function AcceptInvitePage({ actionData }: PageProps<() => undefined, typeof action>) {
  return (
    <>
      <PageHead title="Join the team" path={links.acceptInvitation()} noindex />
      <Island of={AcceptInviteIsland} props={{ refused: actionData }} />
    </>
  )
}
