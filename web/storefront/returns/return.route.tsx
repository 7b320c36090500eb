import { links } from '#contract/links.ts'
import { getOrderReturns, requestReturn, type OrderReturns } from '#contract/orders/return.ts'
import { returnsKey, useOrderReturns } from '#web/data/checkout/returns.ts'
import { usePersonalData } from '#web/data/personal-data.ts'
import { useShop } from '#web/data/shop.ts'
import { hasResponse } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { Link, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { postedForm, submitForm } from '#web/lib/on-server/form-action.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { loadRecord } from '../layout/personal-data.ts'
import { orderAccess } from '../order/load-order.ts'
import type { Route } from './+types/return.route.ts'
import { RequestForm, type RequestFormProps } from './request-form.tsx'
import { returnInput } from './return-input.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const access = orderAccess(params.number, new URL(request.url).searchParams)
  return loadRecord(context, { key: returnsKey(access), endpoint: getOrderReturns, input: { ...access } })
}

export function action({ context, params, request }: Route.ActionArgs) {
  const access = orderAccess(params.number, new URL(request.url).searchParams)
  const input = returnInput(access, postedForm(context).fields)
  return submitForm(context, requestReturn, () => links.orderReturn(access.number, access.accessToken), input)
}

/** Asks to send items of an order back, and shows what became of it. */
export default function ReturnItems({ params, loaderData, actionData }: Route.ComponentProps) {
  usePersonalData(loaderData?.personal)
  const [search] = useSearchParams()
  const access = orderAccess(params.number, search)
  const { data, error, refetch } = useOrderReturns(access)
  return (
    <NarrowPage title="Return items" path={links.orderReturn(params.number)}>
      {data ? (
        <Returns data={data} access={access} refused={actionData} />
      ) : (error && hasResponse(error)) || loaderData?.isMissing ? (
        <EmptyState
          icon="package"
          title="We can’t show this order"
          text="Find it by its number and your email."
        >
          <LinkButton to={links.findOrder()}>Find your order</LinkButton>
        </EmptyState>
      ) : error ? (
        <FailedState text="We couldn’t load this order." onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </NarrowPage>
  )
}

function Returns({ data, access, refused }: RequestFormProps) {
  return (
    <>
      <p className="mb-6 text-quiet">
        Order{' '}
        <Link to={links.order(access.number, access.accessToken)} className={inlineLink}>
          {data.serial}
        </Link>
      </p>
      {data.returns.map((one) => (
        <PastReturn key={one.id} one={one} />
      ))}
      {data.refusal === null ? (
        // A new form after each request: what can be returned has changed.
        <RequestForm key={data.returns.length} data={data} access={access} refused={refused} />
      ) : (
        <p className="text-lg">{data.refusal}.</p>
      )}
    </>
  )
}

const stateTexts: Record<OrderReturns['returns'][number]['state'], string> = {
  requested: 'We’re looking at your request.',
  approved: 'Approved. You can send the items back.',
  received: 'We’ve received the items.',
  refunded: 'Done. Your refund is on its way.',
  refused: 'We can’t take these items back.',
}

const stateText = ({ state, isRefunded }: OrderReturns['returns'][number]) =>
  state === 'refunded' && !isRefunded ? 'Done. Nothing was paid, so nothing is refunded.' : stateTexts[state]

function PastReturn({ one }: { one: OrderReturns['returns'][number] }) {
  const shop = useShop()
  return (
    <section className="mb-6 rounded-xs bg-card p-5">
      <h2 className="font-medium">
        {one.kind === 'withdrawal' ? 'Withdrawal' : 'Return'} of {formatDate(one.requestedAt, shop)}
      </h2>
      <p className="mt-1">{stateText(one)}</p>
      {one.answer && <p className="mt-1 whitespace-pre-line text-quiet wrap-anywhere">{one.answer}</p>}
      <ul className="mt-2 text-quiet wrap-anywhere">
        {one.lines.map(({ lineId, quantity, productname, options }) => (
          <li key={lineId}>
            {quantity} × {[productname, ...Object.values(options)].join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
