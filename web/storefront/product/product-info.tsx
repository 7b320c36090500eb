import type { ProductDetail, Variant } from '#contract/product.ts'
import { Stars } from '../../ui/stars.tsx'
import { BuyBox } from './buy-box.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { ProductPrice } from './product-price.tsx'
import { StockNote } from './stock-note.tsx'
import { VariantLinks } from './variant-links.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { stockOf } from './variant-choice.ts'

interface ProductInfoProps {
  product: ProductDetail
  chosen: Variant | undefined
  choose: (variant: Variant) => void
}

/** Beside the pictures: name, price, what there is to choose, whether it can be had, how it comes. */
export function ProductInfo({ product, chosen, choose }: ProductInfoProps) {
  const { variants } = product
  return (
    <div className="md:sticky md:top-[calc(var(--spacing-bar)+2rem)] md:self-start">
      {product.is_new === 1 && <p className="mb-2 text-sm text-quiet">New</p>}
      <h1 tabIndex={-1} className="font-display text-display text-balance wrap-anywhere">
        {product.productname}
      </h1>
      {product.rating !== null && (
        <p className="mt-3 text-quiet">
          <Stars rating={product.rating} count={product.ratings} />
        </p>
      )}
      <div aria-live="polite" aria-atomic="true" className="mt-4">
        <ProductPrice product={product} chosen={chosen} />
        <StockNote stock={stockOf(variants, chosen)} />
      </div>
      {variants.length > 1 && (
        <>
          <VariantPicker product={product} chosen={chosen} choose={choose} />
          <noscript>
            <VariantLinks variants={variants} chosen={chosen} />
          </noscript>
        </>
      )}
      <BuyBox product={product} chosen={chosen} />
      <DeliveryFacts />
    </div>
  )
}
