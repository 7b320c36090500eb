import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { Thumbnail } from '#web/dashboard/list-page/thumbnail.tsx'
import { unitsInStock } from '../orders/shipping/stock.ts'
import { Icon } from '#web/ui/icon.tsx'

interface PackLineProps {
  line: AdminOrder['lines'][number]
  /** How many units are packed. */
  units: number
  onTap(): void
}

/** One line of an order at the packing table, as one large button that packs all its units. */
export function PackLine({ line, units, onTap }: PackLineProps) {
  const { productname, options, sku, shelf, lefttoship, waitingforstock, image } = line
  const isPacked = units >= lefttoship
  const details = [...Object.values(options), sku && `SKU ${sku}`].filter(Boolean).join(' · ')
  return (
    <li>
      <button
        type="button"
        aria-pressed={isPacked}
        onClick={onTap}
        className={`flex w-full cursor-pointer items-center gap-4 py-3 text-left ${isPacked ? 'text-quiet' : ''}`}
      >
        <Thumbnail image={image} size="large" />
        <span className="min-w-0 grow wrap-anywhere">
          <span className="block font-medium">{productname}</span>
          <span className="block text-sm text-quiet">{details}</span>
          {shelf && <span className="block">Shelf {shelf}</span>}
          {waitingforstock > 0 && (
            <span className="block font-medium text-warning">
              Waits for stock: {unitsInStock(line)} of {lefttoship} in stock
            </span>
          )}
        </span>
        <span className="shrink-0 font-medium tabular">
          {units} of {lefttoship}
        </span>
        <span
          aria-hidden="true"
          className={`flex size-8 shrink-0 items-center justify-center rounded-xs border ${isPacked ? 'border-ink bg-ink text-page' : 'border-edge'}`}
        >
          {isPacked && <Icon name="check" className="size-5" />}
        </span>
      </button>
    </li>
  )
}
