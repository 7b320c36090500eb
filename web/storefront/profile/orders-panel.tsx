import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { ORDERS_PER_PAGE, useOrders } from '#web/data/checkout/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatLongDate } from '#web/lib/format/dates.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { orderStatusLabels } from '../order/order-status-labels.ts'
import { Panel } from './panel.tsx'

type OrderSummary = NonNullable<ReturnType<typeof useOrders>['data']>['data'][number]

/** The orders of the customer, newest first. */
export function OrdersPanel() {
  const search = usePageQuery()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  return (
    <Panel title="Orders">
      <Loaded query={useOrders(page)} skeleton={<Skeleton className="h-96" />}>
        {({ data, total }) =>
          total > 0 && data.length === 0 ? (
            <EmptyState
              icon="package"
              title="No orders on this page"
              text="You don’t have any orders on this page."
            >
              <LinkButton kind="primary" href={pageLink(Math.ceil(total / ORDERS_PER_PAGE))}>
                Go to the last page
              </LinkButton>
            </EmptyState>
          ) : data.length === 0 ? (
            <EmptyState icon="package" title="No orders yet" text="Your orders will appear here.">
              <LinkButton kind="primary" href={links.products()}>
                Start Shopping
              </LinkButton>
            </EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line border-y border-line">
                {data.map((order) => (
                  <OrderRow key={order.number} order={order} />
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(total / ORDERS_PER_PAGE)} href={pageLink} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const pageLink = (page: number) => `${links.profile('orders')}&page=${page}`

const IMAGES_SHOWN = 4

function OrderRow({ order }: { order: OrderSummary }) {
  const shop = useShop()
  const { number, serial, placedAt, status, isToConfirm, total, currency, productnames, images } = order
  return (
    <li className="group relative py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <a
          href={links.order(number)}
          className="font-medium tabular underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {serial}
        </a>
        <p className="font-medium tabular">{exactMoney(total, { ...shop, currency })}</p>
      </div>
      <p className="mt-0.5 text-sm text-quiet">
        {formatLongDate(placedAt, shop)} · {isToConfirm ? 'To confirm' : orderStatusLabels[status]}
      </p>
      <p className="mt-1 truncate text-sm text-quiet">{productnames.join(', ')}</p>
      {images.length > 0 && (
        <div className="mt-3 flex gap-2">
          {images.slice(0, IMAGES_SHOWN).map((image, index) => (
            <ProductImage key={index} image={image} sizes="64px" alt="" className="size-16 rounded-xs" />
          ))}
        </div>
      )}
    </li>
  )
}
