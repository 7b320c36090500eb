import { register } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import SignupIsland from './signup.island.tsx'

/** Without a script, the URL has to carry the email to the form of the login. */
export function action({ request, context }: ActionArgs) {
  const next = new URL(request.url).searchParams.get('next')
  return submitForm(context, register, (answer) =>
    links.login(next, 'registered', register.answer.parse(answer).data.user.email),
  )
}

export default function SignupPage({ actionData }: PageProps<() => undefined, typeof action>) {
  return (
    <>
      <PageHead title="Sign Up" path={links.signup()} noindex />
      <Island of={SignupIsland} props={{ refused: actionData }} />
    </>
  )
}
