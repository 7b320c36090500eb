import type { ShopperOrder } from '#contract/orders/order.ts'
import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The steps of an order on one line, each with its date; on small screens one below the other. */
export function OrderProgress({ order, format }: { order: ShopperOrder; format: DateFormat }) {
  const { progress, delivery } = order
  const last = progress.findLastIndex(({ at }) => at !== null)
  return (
    <ol aria-label="Progress" className="mt-6 grid sm:auto-cols-fr sm:grid-flow-col">
      {progress.map(({ name, at }, index) => (
        <li
          key={name}
          aria-current={index === last ? 'step' : undefined}
          className={`relative min-h-14 pl-9 sm:min-h-0 sm:pt-9 sm:pr-3 sm:pl-0 ${index < progress.length - 1 ? `before:absolute before:top-6 before:bottom-0 before:left-[11px] before:w-0.5 sm:before:top-[11px] sm:before:right-0 sm:before:bottom-auto sm:before:left-6 sm:before:h-0.5 sm:before:w-auto ${index < last ? 'before:bg-success' : 'before:bg-line'}` : ''}`}
        >
          <span
            className={`absolute top-0 left-0 grid size-6 place-items-center rounded-full ${at ? 'bg-success text-card forced-colors:border' : 'border-2 border-edge bg-card'}`}
          >
            {at && <Icon name="check" className="size-4" />}
          </span>
          <p className={at ? 'font-medium' : 'text-quiet'}>
            {name}
            {!at && <span className="sr-only"> (still ahead)</span>}
          </p>
          <p className="text-sm text-quiet">
            {at ? (
              <time dateTime={at}>{formatDate(at, format)}</time>
            ) : (
              name === 'Delivered' && delivery?.text
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
