import { links } from '#contract/links.ts'
import { getOrderReturns, requestReturn } from '#contract/orders/return.ts'
import { returnsKey } from '#web/data/checkout/returns.ts'
import { postedForm, submitForm } from '#web/lib/on-server/form-action.ts'
import { loadRecord } from '../layout/personal-data.ts'
import { orderAccess } from '#web/data/checkout/orders.ts'
import { returnInput } from './return-input.ts'
import type { ActionArgs, LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import ReturnItemsIsland from './return.island.tsx'

export function loader({ context, params, request }: LoaderArgs<'number'>) {
  const access = orderAccess(params.number, new URL(request.url).searchParams)
  return loadRecord(context, { key: returnsKey(access), endpoint: getOrderReturns, input: { ...access } })
}

export function action({ context, params, request }: ActionArgs<'number'>) {
  const access = orderAccess(params.number, new URL(request.url).searchParams)
  const input = returnInput(access, postedForm(context).fields)
  return submitForm(context, requestReturn, () => links.orderReturn(access.number, access.accessToken), input)
}

export default function ReturnItemsPage({
  params,
  loaderData,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  return (
    <>
      <PageHead title="Return items" path={links.orderReturn(params.number)} noindex />
      <Island
        of={ReturnItemsIsland}
        props={{ number: params.number, loaded: loaderData, refused: actionData }}
      />
    </>
  )
}
