import { links } from '#contract/links.ts'
import { findGuestOrder } from '#contract/orders/shopper-order.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import type { ActionArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import FindOrderIsland from './find-order.island.tsx'

export function action({ context }: ActionArgs) {
  return submitForm(context, findGuestOrder, (answer) => {
    const { number, accessToken } = findGuestOrder.answer.parse(answer).data
    return links.order(number, accessToken)
  })
}

export default function FindOrderPage({ actionData }: PageProps<() => undefined, typeof action>) {
  return (
    <>
      <PageHead title="Find your order" path={links.findOrder()} noindex />
      <Island of={FindOrderIsland} props={{ refused: actionData }} />
    </>
  )
}
