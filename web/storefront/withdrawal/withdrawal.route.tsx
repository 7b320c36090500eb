import { links } from '#contract/links.ts'
import { withdraw } from '#contract/orders/return.ts'
import { usePageQuery } from '#web/data/page.ts'
import { postedForm, submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import WithdrawalIsland from './withdrawal.island.tsx'

export async function action({ context }: ActionArgs) {
  const { number = '', email = '', step } = postedForm(context).fields as Record<string, string>
  // The first step only shows what the second one declares.
  if (step !== 'confirm') return { declaration: { number, email } }
  return submitForm(context, withdraw, () => links.withdrawal('done'), { number, email })
}

export default function WithdrawalPage({ actionData }: PageProps<() => undefined, typeof action>) {
  const isDone = usePageQuery().has('done')
  const declared = actionData && 'declaration' in actionData
  const title = isDone ? 'Withdrawal sent' : declared ? 'Confirm your withdrawal' : 'Withdraw from an order'
  return (
    <>
      <PageHead title={title} path={links.withdrawal()} noindex />
      <Island of={WithdrawalIsland} props={{ answered: actionData }} />
    </>
  )
}
