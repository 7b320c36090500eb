import { useEffect, useState } from 'react'
import { Link } from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { Section } from '../section.tsx'
import { parseViewed, addViewed, type ViewedProduct } from './viewed-products.ts'

const STORAGE_KEY = 'viewed'

/** Products viewed before on this device. Needs at least two. */
export function RecentlyViewed({ product }: { product: ProductCard }) {
  const [others, setOthers] = useState<ViewedProduct[]>([])
  useEffect(() => {
    try {
      const viewed = parseViewed(localStorage.getItem(STORAGE_KEY))
      setOthers(viewed.filter(({ productid }) => productid !== product.productid).slice(0, 8))
      localStorage.setItem(STORAGE_KEY, JSON.stringify(addViewed(viewed, product)))
    } catch {
      // The browser forbids storage.
    }
  }, [product])

  if (others.length < 2) return null
  return (
    <Section title="Recently viewed">
      <ul className="-mx-1 flex snap-x gap-4 overflow-x-auto px-1 pb-2 sm:gap-6">
        {others.map(({ productid, productcategoryid, productname, image }) => (
          <li key={productid} className="group relative w-32 shrink-0 snap-start sm:w-36">
            <div className="aspect-square overflow-hidden rounded-xs bg-ground">
              {image && <ProductImage image={image} sizes="144px" alt="" className="size-full" />}
            </div>
            <Link
              to={links.product(productid, productcategoryid)}
              className="mt-2 line-clamp-2 text-sm underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              {productname}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
