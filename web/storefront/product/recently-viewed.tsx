import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import type { ProductCard } from '#contract/product.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { Section } from '../section.tsx'
import { readViewed, withViewed, type ViewedProduct } from './viewed-products.ts'

const storageKey = 'viewed'

/** Products seen before on this device, which alone knows them. Shown from two on, at the end of the page. */
export function RecentlyViewed({ product }: { product: ProductCard }) {
  const [others, setOthers] = useState<ViewedProduct[]>([])
  useEffect(() => {
    try {
      const viewed = readViewed(localStorage.getItem(storageKey))
      setOthers(viewed.filter(({ productid }) => productid !== product.productid).slice(0, 8))
      localStorage.setItem(storageKey, JSON.stringify(withViewed(viewed, product)))
    } catch {
      // A browser that keeps nothing shows nothing.
    }
  }, [product])

  if (others.length < 2) return null
  return (
    <Section title="Recently viewed">
      <ul className="-mx-1 flex snap-x gap-4 overflow-x-auto px-1 pb-2 sm:gap-6">
        {others.map(({ productid, productcategoryid, productname, picture }) => (
          <li key={productid} className="group relative w-32 shrink-0 snap-start sm:w-36">
            <div className="aspect-square overflow-hidden rounded-xs bg-ground">
              {picture && <ProductPicture picture={picture} sizes="144px" alt="" className="size-full" />}
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
