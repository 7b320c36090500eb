import { resetPassword } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import ResetPasswordIsland from './reset-password.island.tsx'

const loginUrl = links.login(null, 'reset')

export function action({ context }: ActionArgs) {
  return submitForm(context, resetPassword, () => loginUrl)
}

export default function ResetPasswordPage({ actionData }: PageProps<() => undefined, typeof action>) {
  return (
    <>
      <PageHead title="Choose a new password" path={links.resetPassword()} noindex />
      <Island of={ResetPasswordIsland} props={{ refused: actionData }} />
    </>
  )
}
