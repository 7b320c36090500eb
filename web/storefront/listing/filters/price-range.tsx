import type { Facets } from '#contract/catalog/facets.ts'
import { useShop } from '#web/data/shop.ts'
import { price } from '#web/lib/format/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useListing } from '../use-listing.ts'
import type { Listing } from '../listing-query.ts'

interface PriceRangeProps {
  listing: Listing
  /** The prices of the results, with the number of products in each part of the range. */
  range: Facets['price']
}

/** A histogram whose bars choose their part of the range; and minimum and maximum, applied with Enter or the button. */
export function PriceRange({ listing, range }: PriceRangeProps) {
  const { min, max } = listing
  return (
    <>
      {range && range.buckets.length >= MIN_BARS && <Histogram buckets={range.buckets} listing={listing} />}
      <div className="flex items-end gap-2">
        <PriceInput
          name="min"
          label="Min"
          applied={min}
          placeholder={range ? String(Math.floor(range.min)) : ''}
        />
        <PriceInput
          name="max"
          label="Max"
          applied={max}
          placeholder={range ? String(Math.ceil(range.max)) : ''}
        />
        <button
          type="submit"
          aria-label="Apply price"
          className="grid size-11 shrink-0 place-items-center rounded-xs border border-ink transition-colors duration-150 hover:bg-ink hover:text-page"
        >
          <Icon name="arrow" className="size-5" />
        </button>
      </div>
    </>
  )
}

type Bucket = NonNullable<Facets['price']>['buckets'][number]

/** Fewer bars say nothing that minimum and maximum do not. */
const MIN_BARS = 3

interface HistogramProps extends Pick<PriceRangeProps, 'listing'> {
  buckets: Bucket[]
}

function Histogram({ buckets, listing }: HistogramProps) {
  const shop = useShop()
  const { urlOf } = useListing()
  const highest = Math.max(...buckets.map(({ count }) => count))
  const { min = 0, max = Infinity } = listing
  return (
    <ul className="mb-3 flex h-16 items-stretch">
      {buckets.map((bucket) => {
        const range = `${price(bucket.min, shop)} to ${price(bucket.max, shop)}`
        const isChosen = bucket.min >= min && bucket.max <= max
        return (
          <li key={bucket.min} className="min-w-0 grow">
            <a
              {...(bucket.count > 0
                ? { href: urlOf({ ...listing, min: bucket.min, max: bucket.max, page: 1 }) }
                : { role: 'link', 'aria-disabled': true })}
              aria-label={`${range}: ${bucket.count} ${bucket.count === 1 ? 'product' : 'products'}`}
              title={range}
              className="group/bar flex size-full items-end px-px"
            >
              <span
                style={{ height: `${Math.max(4, (100 * bucket.count) / highest)}%` }}
                className={`w-full rounded-t-xs group-[[href]:hover]/bar:bg-ink forced-colors:bg-[CanvasText] ${isChosen ? 'bg-edge' : 'bg-line'}`}
              />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

interface PriceInputProps {
  name: string
  label: string
  applied: number | undefined
  placeholder: string
}

function PriceInput({ name, label, applied, placeholder }: PriceInputProps) {
  return (
    <label className="min-w-0 grow text-sm">
      <span className="mb-1 block text-quiet">{label}</span>
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        placeholder={placeholder}
        defaultValue={applied}
        className="min-h-11 w-full min-w-0 rounded-xs border border-edge bg-card px-3 tabular placeholder:text-quiet"
      />
    </label>
  )
}
