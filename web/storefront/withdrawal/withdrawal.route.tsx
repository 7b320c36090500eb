import { links } from '#contract/links.ts'
import { withdraw } from '#contract/orders/return.ts'
import { usePageQuery } from '#web/data/page.ts'
import { postedForm, submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
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
      {isDone ? (
        <NarrowPage
          title={title}
          intro="If the order exists, its receipt with the time of your withdrawal is on its way by email. Please keep it."
        >
          <LinkButton href={links.home()}>Go to the shop</LinkButton>
        </NarrowPage>
      ) : (
        <Island of={WithdrawalIsland} props={{ answered: actionData }} />
      )}
    </>
  )
}
