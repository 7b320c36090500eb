import type { OrderShipment } from '#contract/orders/order.ts'
import { useShop } from '#web/data/shop.ts'
import { trackingLine } from '#web/data/tracking-line.ts'

/** What a carrier reports about a package: the latest, and on demand the rest. */
export function TrackingList({ events, name }: Pick<OrderShipment, 'events'> & { name: string }) {
  const shop = useShop()
  const [latest, ...earlier] = events
  if (latest === undefined) return null
  return (
    <div className="wrap-anywhere">
      <p>{trackingLine(latest, shop)}</p>
      {earlier.length > 0 && (
        <details className="text-sm text-quiet">
          <summary className="cursor-pointer py-0.5" aria-label={`Earlier tracking of ${name}`}>
            Earlier
          </summary>
          <ol className="mt-1 grid gap-1">
            {earlier.map((event) => (
              // A carrier can report the same at two places, or twice within a minute.
              <li key={`${event.at} ${event.text} ${event.location}`}>{trackingLine(event, shop)}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
