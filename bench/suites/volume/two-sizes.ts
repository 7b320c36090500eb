import type { Options } from '../../options.ts'
import { inSeconds, judgeGrowth, type Row } from '../../report/row.ts'
import { median } from '../../report/statistics.ts'

const MAX_MANY = 10_000

/** How many products a change has at most, and a tenth of them. */
export function twoSizes({ products }: Options): { few: number; many: number } {
  const many = Math.min(MAX_MANY, products)
  return { few: Math.round(many / 10), many }
}

/** Seconds of the same work on a number of products, one per round. */
export interface Work {
  products: number
  took: readonly number[]
}

/** The time of the larger work, without a mark, and how the time of one product grows. `how` adds to the first row. */
export function rowsOfWork(what: (products: string) => string, few: Work, many: Work, how: string): Row[] {
  const count = ({ products }: Work) => products.toLocaleString('en')
  const [ofFew, ofMany] = [median(few.took), median(many.took)]
  return [
    { what: what(`${count(many)} products`), measured: inSeconds(ofMany), how },
    {
      what: what(`a product, growth from ${count(few)} to ${count(many)}`),
      ...judgeGrowth(
        { size: few.products, time: ofFew / few.products },
        { size: many.products, time: ofMany / many.products },
      ),
      how: `exponent of the time of each: ${inSeconds(ofFew)} grow to ${inSeconds(ofMany)}; medians of ${few.took.length} and ${many.took.length}`,
    },
  ]
}
