import { usePageQuery } from '#web/data/page.ts'
import { verifyEmail } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import VerifyEmailIsland from './verify-email.island.tsx'

const path = links.verifyEmail()
const doneUrl = `${path}?done=1`

export function action({ context }: ActionArgs) {
  return submitForm(context, verifyEmail, () => doneUrl)
}

export default function VerifyEmailPage({ actionData }: PageProps<() => undefined, typeof action>) {
  const isDone = usePageQuery().has('done')
  return (
    <>
      <PageHead
        title={isDone ? 'Your email address is confirmed' : 'Confirm your email address'}
        path={path}
        noindex
      />
      <Island of={VerifyEmailIsland} props={{ refused: actionData }} />
    </>
  )
}
