import { memo, useDeferredValue } from 'react'
import type { ProductDetail } from '#contract/catalog/product.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import type { PageDelivery } from './buy-box/delivery-promise.tsx'
import { ProductInfo } from './buy-box/product-info.tsx'
import { postedVariant, useVariant } from './buy-box/variant-choice.ts'
import { Gallery } from './gallery/gallery.tsx'

interface ProductMainProps {
  /** Without its texts. */
  product: ProductDetail
  delivery: PageDelivery
  /** The refused form, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

const ProductGallery = memo(Gallery)

/** The images of a product and the buy box, which share the chosen variant. */
export default function ProductMain({ product, delivery, refused }: ProductMainProps) {
  const { chosen, choose } = useVariant(
    product.variants,
    refused && postedVariant(product.variants, refused.values),
  )
  // The choice shows before its image.
  const selectedFile = useDeferredValue(chosen?.image)
  return (
    <div className="mt-6 grid gap-8 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:grid-cols-2 lg:gap-16">
      <ProductGallery images={product.images} selectedFile={selectedFile} productName={product.productname} />
      <ProductInfo product={product} chosen={chosen} choose={choose} delivery={delivery} refused={refused} />
    </div>
  )
}
