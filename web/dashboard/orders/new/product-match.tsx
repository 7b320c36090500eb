import type { OrderProduct } from '#contract/orders/staff-quote.ts'
import { money, type MoneyFormat } from '../../../lib/format/money.ts'
import { Thumbnail } from '../../list-page/thumbnail.tsx'
import { variantName } from '../../stock/variant-name.ts'

/** A variant in the matches of the product search. */
export function ProductMatch({ product, format }: { product: OrderProduct; format: MoneyFormat }) {
  const { image, available, sku, catalogprice } = product
  return (
    <span className="flex items-center gap-3">
      <Thumbnail image={image} />
      <span className="min-w-0 grow wrap-anywhere">
        {variantName(product)}
        <span className="block text-sm text-quiet">
          {available > 0 ? `${available} in stock` : 'Sold out'}
          {sku && ` · SKU ${sku}`}
        </span>
      </span>
      <span className="shrink-0 tabular">{money(catalogprice, format)}</span>
    </span>
  )
}
