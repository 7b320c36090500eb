import type { TableRow } from '#server/platform/table-files/table.ts'
import type { Remarks } from '../../formats/cell-reader.ts'
import type { ImportedProduct, ImportedVariant } from '../imported-product.ts'
import type { ProductReader } from '../product-columns.ts'

/** When a sale price counts, as ISO 8601; absent: at once, and without end. */
interface SaleTimes {
  starts?: string | undefined
  ends?: string | undefined
  /** As the file writes it. */
  endsText?: string | undefined
}

/** A variant whose `salePrice` counts between these times. */
export interface DiscountedVariant extends ImportedVariant {
  saleTimes?: SaleTimes
}

/** The regular and the sale price of a variant that costs `price`, and cost `compareAt` before. Major units. */
export function pricesBefore(
  price: number | undefined,
  compareAt: number | undefined,
): Pick<ImportedVariant, 'price' | 'salePrice'> {
  if (price === undefined) return { price }
  return compareAt !== undefined && compareAt > price
    ? { price: compareAt, salePrice: price }
    : { price, salePrice: null }
}

/** The regular and the sale price of a variant that has both. A sale price that is not lower is none. */
export function pricesWithSale(
  price: number | undefined,
  sale: number | undefined,
): Pick<ImportedVariant, 'price' | 'salePrice'> {
  if (price === undefined) return { price: sale }
  return { price, salePrice: sale !== undefined && sale < price ? sale : null }
}

/** The times of the sale on a row. A day without a time counts as a whole, also the last one. */
export function saleTimesOf(row: TableRow, read: ProductReader, remarks: Remarks): SaleTimes {
  return {
    starts: read.plannedMoment(row, 'saleStartsAt', remarks)?.toISOString(),
    ends: read.plannedMoment(row, 'saleEndsAt', remarks, { isEnd: true })?.toISOString(),
    endsText: read.text(row, 'saleEndsAt'),
  }
}

type Sale = Pick<ImportedProduct, 'variants' | 'offer' | 'saleStartsAt' | 'saleEndsAt'>

/**
 * The prices of a product whose file has regular and sale prices. The times of a sale are those of the product, so a variant with
 * other times comes without its sale. So does one whose sale is over: nothing is sold for less than the file says. The prices
 * of the file replace an offer.
 */
export function toSale(
  discounted: readonly DiscountedVariant[],
  { notes }: Pick<Remarks, 'notes'>,
  now = new Date().toISOString(),
): Sale {
  const isOver = ({ salePrice, saleTimes }: DiscountedVariant) =>
    typeof salePrice === 'number' && saleTimes?.ends !== undefined && saleTimes.ends <= now
  const times = discounted.find(
    (variant) => typeof variant.salePrice === 'number' && !isOver(variant),
  )?.saleTimes
  const key = JSON.stringify([times?.starts, times?.ends])
  const texts = new Set<string>()
  const variants = discounted.map(({ saleTimes, ...variant }): ImportedVariant => {
    if (typeof variant.salePrice !== 'number') return variant
    if (isOver({ ...variant, ...(saleTimes && { saleTimes }) })) {
      texts.add(`The sale ended on ${saleTimes?.endsText}, so the regular price counts`)
      return { ...variant, salePrice: null }
    }
    if (JSON.stringify([saleTimes?.starts, saleTimes?.ends]) === key) return variant
    texts.add(
      'The sale prices of variants whose sale has other dates were left out. Here a product has one sale.',
    )
    return { ...variant, salePrice: null }
  })
  notes.push(...texts)
  const hasSale = variants.some(({ salePrice }) => typeof salePrice === 'number')
  return {
    variants,
    offer: 0,
    ...(hasSale && { saleStartsAt: times?.starts ?? null, saleEndsAt: times?.ends ?? null }),
  }
}
