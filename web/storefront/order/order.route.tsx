import { orderAccess } from '#web/data/checkout/orders.ts'
import { loadOrder } from './load-order.ts'
import { orderAction } from './order-action.ts'
import type { ShopperOrder } from '#contract/orders/order.ts'
import type { ActionArgs, LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { Island } from '#web/islands/island.tsx'
import { PageHead } from '../page-head.tsx'
import OrderIsland from './order.island.tsx'

export const loader = ({ context, params, request }: LoaderArgs<'number'>) =>
  loadOrder(context, orderAccess(params.number, new URL(request.url).searchParams))

export const action = ({ context, params, request }: ActionArgs<'number'>) =>
  orderAction(context, orderAccess(params.number, new URL(request.url).searchParams))

export default function OrderPage({
  params,
  loaderData,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const serial = (loaderData?.personal.find(({ data }) => data)?.data as ShopperOrder | undefined)?.serial
  return (
    <>
      <PageHead title={serial ? `Order ${serial}` : 'Your order'} noindex />
      <Island of={OrderIsland} props={{ number: params.number, loaded: loaderData, answered: actionData }} />
    </>
  )
}
