import { usePageQuery } from '#web/data/page.ts'
import { forgotPassword } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { useShop } from '#web/data/shop.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import ForgotPasswordIsland from './forgot-password.island.tsx'

const sentUrl = `${links.forgotPassword()}?sent=1`

export function action({ context }: ActionArgs) {
  return submitForm(context, forgotPassword, () => sentUrl)
}

export default function ForgotPasswordPage({ actionData }: PageProps<() => undefined, typeof action>) {
  const isSent = usePageQuery().has('sent')
  const { sendsEmail } = useShop()
  const title = !isSent
    ? 'Forgot your password?'
    : sendsEmail
      ? 'Check your email'
      : 'Contact us for your link'
  return (
    <>
      <PageHead title={title} path={links.forgotPassword()} noindex />
      <Island of={ForgotPasswordIsland} props={{ refused: actionData }} />
    </>
  )
}
