import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import type { PersonalData } from '#web/lib/query-client.ts'
import { links } from '#contract/links.ts'
import { returnLabelLink } from '#contract/return-links.ts'
import type { OrderReturns } from '#contract/orders/return.ts'
import { useOrderReturns } from '#web/data/checkout/returns.ts'
import { usePersonalData } from '#web/data/visitor/personal-data.ts'
import { useShop } from '#web/data/shop.ts'
import { hasResponse } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { usePageQuery } from '#web/data/page.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ProductImage } from '#web/ui/image.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { orderAccess, type OrderAccess } from '#web/data/checkout/orders.ts'
import { RequestForm, type RequestFormProps } from './request-form.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

interface ReturnItemsProps {
  number: string
  loaded: { personal: PersonalData; isMissing: boolean } | undefined
  /** The refused form, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/** Asks to send items of an order back, and shows what became of it. */
function ReturnItems({ number, loaded, refused }: ReturnItemsProps) {
  usePersonalData(loaded?.personal)
  const search = usePageQuery()
  const access = orderAccess(number, search)
  const { data, error, refetch } = useOrderReturns(access)
  return (
    <NarrowPage title="Return items">
      {data ? (
        <Returns data={data} access={access} refused={refused} />
      ) : (error && hasResponse(error)) || loaded?.isMissing ? (
        <EmptyState
          icon="package"
          title="We can’t show this order"
          text="Find it by its number and your email."
        >
          <LinkButton href={links.findOrder()}>Find your order</LinkButton>
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
  const { locale } = useShop()
  return (
    <>
      <p className="mb-6 text-quiet">
        Order{' '}
        <a href={links.order(access.number, access.accessToken)} className={inlineLink}>
          {data.serial}
        </a>
      </p>
      {data.returns.map((one) => (
        <PastReturn key={one.id} one={one} access={access} />
      ))}
      {data.refusal === null && data.excluded.length > 0 && (
        <p className="mb-6 text-quiet">
          These can’t be returned: {new Intl.ListFormat(locale).format(data.excluded)}.
        </p>
      )}
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

interface PastReturnProps {
  one: OrderReturns['returns'][number]
  access: OrderAccess
}

function PastReturn({ one, access }: PastReturnProps) {
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
      {one.photos.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {one.photos.map((photo, index) => (
            <a key={photo.file} href={links.image(photo.file)} className="block size-16">
              <ProductImage
                image={{ ...photo, alt: `Photo ${index + 1}` }}
                sizes="thumbnail"
                className="size-full"
              />
            </a>
          ))}
        </p>
      )}
      {one.hasLabel && (
        <p className="mt-3">
          <a href={returnLabelLink(access.number, one.id, access.accessToken)} className={inlineLink}>
            Print the return label
          </a>
        </p>
      )}
    </section>
  )
}

export default withQueries(ReturnItems)
