import type { OrderEvent } from '#contract/order.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'

/** What has happened to an order, the oldest first. */
export function Timeline({ events }: { events: OrderEvent[] }) {
  const shop = useShop()
  return (
    <ol className="border-l-2 border-line">
      {events.map(({ id, at, text }) => (
        <li
          key={id}
          className="relative pb-5 pl-5 before:absolute before:top-2 before:-left-[0.4rem] before:size-2.5 before:rounded-full before:bg-edge last:pb-0 last:before:bg-ink"
        >
          <p className="wrap-anywhere">{text}</p>
          <p className="text-sm text-quiet">
            <time dateTime={at}>{momentOf(at, shop)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
