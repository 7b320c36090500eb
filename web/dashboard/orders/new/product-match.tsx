import type { OrderProduct } from '#contract/orders/manual-quote.ts'
import { money, type MoneyFormat } from '#web/lib/format/money.ts'
import { Thumbnail } from '#web/dashboard/list-page/thumbnail.tsx'
import { variantName } from '#web/dashboard/stock/variant-name.ts'

function stockText({ available, sellwhensoldout }: OrderProduct): string {
  if (available === null) return 'In stock'
  if (available > 0) return `${available} in stock`
  return sellwhensoldout ? 'On backorder' : 'Sold out'
}

/** A variant in the matches of the product search. */
export function ProductMatch({ product, format }: { product: OrderProduct; format: MoneyFormat }) {
  const { image, sku, catalogprice } = product
  return (
    <span className="flex items-center gap-3">
      <Thumbnail image={image} />
      <span className="min-w-0 grow wrap-anywhere">
        {variantName(product)}
        <span className="block text-sm text-quiet">
          {stockText(product)}
          {sku && ` · SKU ${sku}`}
        </span>
      </span>
      <span className="shrink-0 tabular">{money(catalogprice, format)}</span>
    </span>
  )
}
