import { useState } from 'react'
import { links } from '#contract/links.ts'
import { ProductImage } from '#web/ui/image.tsx'
import { Section } from '../section.tsx'
import { readViewed } from './viewed-products.ts'

/** Products viewed before on this device. Needs at least two. */
export default function RecentlyViewed({ besides }: { besides: number }) {
  const [others] = useState(() =>
    readViewed()
      .filter(({ productid }) => productid !== besides)
      .slice(0, 8),
  )
  if (others.length < 2) return null
  return (
    <Section title="Recently viewed">
      <ul className="-mx-1 flex snap-x gap-4 overflow-x-auto px-1 pb-2 sm:gap-6">
        {others.map(({ productid, productcategoryid, productname, image }) => (
          <li key={productid} className="group relative w-32 shrink-0 snap-start sm:w-36">
            <div className="aspect-square overflow-hidden rounded-xs bg-ground">
              {image && <ProductImage image={image} sizes="144px" alt="" className="size-full" />}
            </div>
            <a
              href={links.product(productid, productcategoryid)}
              className="mt-2 line-clamp-2 text-sm underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              {productname}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
