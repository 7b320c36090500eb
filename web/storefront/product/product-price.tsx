import type { ProductDetail, Variant } from '#contract/product.ts'
import { useShop } from '../../data/shop.ts'
import { price } from '../../lib/money.ts'

/** What the chosen variant costs, or from what on while none is chosen; prices include GST. */
export function ProductPrice({ product, chosen }: { product: ProductDetail; chosen: Variant | undefined }) {
  const shop = useShop()
  const now = chosen ? chosen.saleprice : product.saleprice
  const before = chosen ? chosen.price : product.productprice
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl tabular">
        <span>
          {!chosen && product.severalprices && 'from '}
          {price(now, shop)}
        </span>
        {now < before && (
          <>
            <s className="text-lg text-quiet">
              <span className="sr-only">before: </span>
              {price(before, shop)}
            </s>
            <span className="rounded-xs bg-ground px-2 py-0.5 text-sm font-medium">
              <span className="sr-only">offer: </span>-{Math.round(product.productoffer)}%
            </span>
          </>
        )}
      </p>
      {product.productgst > 0 && <p className="mt-1 text-sm text-quiet">incl. {product.productgst} % GST</p>}
    </>
  )
}
