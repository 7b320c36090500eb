import { Link, useSearchParams } from 'react-router'
import { links } from '#contract/links.ts'
import { ordersOnPage, useOrders } from '../../data/orders.ts'
import { useShop } from '../../data/shop.ts'
import { longDayOf } from '../../lib/clock.ts'
import { exactMoney } from '../../lib/money.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { statusWords } from '../order/status-words.ts'
import { Panel } from './panel.tsx'

type Head = NonNullable<ReturnType<typeof useOrders>['data']>['data'][number]

/** What was bought, the newest first. */
export function OrdersPanel() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  return (
    <Panel title="Orders">
      <Loaded query={useOrders(page)} skeleton={<Skeleton className="h-96" />}>
        {({ data, total }) =>
          total > 0 && data.length === 0 ? (
            <EmptyState icon="parcel" title="No orders on this page" text="There are not that many.">
              <LinkButton kind="primary" to={links.profile('orders')}>
                To the newest orders
              </LinkButton>
            </EmptyState>
          ) : data.length === 0 ? (
            <EmptyState icon="parcel" title="No orders yet" text="What you order will be listed here.">
              <LinkButton kind="primary" to={links.products()}>
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
              <Pagination
                page={page}
                pages={Math.ceil(total / ordersOnPage)}
                href={(number) => `${links.profile('orders')}&page=${number}`}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const shownPictures = 4

function OrderRow({ order }: { order: Head }) {
  const shop = useShop()
  const { number, placedAt, status, total, currency, productnames, pictures } = order
  return (
    <li className="group relative py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Link
          to={links.order(number)}
          className="font-medium tabular underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {number}
        </Link>
        <p className="font-medium tabular">{exactMoney(total, { ...shop, currency })}</p>
      </div>
      <p className="mt-0.5 text-sm text-quiet">
        {longDayOf(placedAt, shop)} · {statusWords[status]}
      </p>
      <p className="mt-1 truncate text-sm text-quiet">{productnames.join(', ')}</p>
      {pictures.length > 0 && (
        <div className="mt-3 flex gap-2">
          {pictures.slice(0, shownPictures).map((picture, index) => (
            <ProductPicture
              key={index}
              picture={picture}
              sizes="64px"
              alt=""
              className="size-16 rounded-xs"
            />
          ))}
        </div>
      )}
    </li>
  )
}
