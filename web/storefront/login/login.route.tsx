import { login } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { postLoginRedirect } from './post-login-redirect.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import LoginIsland from './login.island.tsx'

export function action({ request, context }: ActionArgs) {
  const next = new URL(request.url).searchParams.get('next')
  return submitForm(context, login, (answer) => postLoginRedirect(login.answer.parse(answer).data.user, next))
}

export default function LoginPage({ actionData }: PageProps<() => undefined, typeof action>) {
  return (
    <>
      <PageHead title="Login" path={links.login()} noindex />
      <Island of={LoginIsland} props={{ refused: actionData }} />
    </>
  )
}
