import type { ReactNode } from 'react'
import { links } from '#contract/links.ts'
import type { ProductCard as Product } from '#contract/catalog/product.ts'
import { useShop } from '#web/data/shop.ts'
import { price, type MoneyFormat } from '#web/lib/format/money.ts'
import { ProductImage, type ImagePriority } from '#web/ui/image.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { addsTax } from '../adds-tax.ts'
import { ColourDots } from './colour-dots.tsx'

interface ProductCardProps {
  product: Product
  /** Set it for images in the first view of the page. */
  priority?: ImagePriority | undefined
  headingLevel?: 2 | 3 | 4
  /** Defaults to the product's URL with its category. */
  to?: string
  /** Formats the price: `Rs. 1,499` by default. */
  format?: (amount: number, shop: MoneyFormat) => string
  /** A 44 px control at the upper right of the image. */
  action?: ReactNode
  /** A 44 px control at the lower right of the image. */
  quickAdd?: ReactNode
}

/** A product in a grid. The whole card is a link. `layout/card-actions.ts` finds the product in `data-card`. */
export function ProductCard(props: ProductCardProps) {
  const { product, priority, headingLevel = 3, to, format = price, action, quickAdd } = props
  const shop = useShop()
  const Heading = `h${headingLevel}` as const
  const [first, second] = product.images
  const badge = badgeOf(product)
  return (
    <article data-card={JSON.stringify(product)} className="group relative flex h-full flex-col">
      <div className="relative aspect-square overflow-hidden rounded-xs bg-ground">
        {first && <ProductImage image={first} sizes={cardSizes} priority={priority} alt="" />}
        {second && (
          // The browser loads it once it is displayed: for people who point at the card or focus it.
          <ProductImage
            image={second}
            sizes={cardSizes}
            alt=""
            className="absolute inset-0 hidden group-has-focus-visible:block [@media(hover:hover)]:group-hover:block"
          />
        )}
        {badge && (
          <p className="absolute top-3 left-3 rounded-xs bg-card px-2 py-0.5 text-xs font-medium text-ink">
            {badge}
          </p>
        )}
      </div>
      <Heading className="mt-3 line-clamp-2 text-pretty wrap-break-word">
        <a
          href={to ?? links.product(product.productid, product.productcategoryid)}
          className="underline-offset-4 outline-none group-hover:underline after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-ink"
        >
          {product.productname}
        </a>
      </Heading>
      <p className="mt-1 flex flex-wrap gap-x-2 text-quiet tabular">
        <span className="text-ink">from {format(product.saleprice, shop)}</span>
        {addsTax(shop, product) && <span>+ {shop.taxName}</span>}
        {product.saleprice < product.productprice && (
          <s>
            <span className="sr-only">was </span>
            {format(product.productprice, shop)}
          </s>
        )}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        {product.rating !== null && (
          <p className="text-sm text-quiet">
            <Stars rating={product.rating} count={product.ratings} />
          </p>
        )}
        <ColourDots colours={product.colours} />
      </div>
      {quickAdd && (
        <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-square items-end justify-end p-1">
          <div className="pointer-events-auto">{quickAdd}</div>
        </div>
      )}
      {action && <div className="absolute top-1 right-1">{action}</div>}
    </article>
  )
}

const cardSizes = '(min-width: 1440px) 340px, (min-width: 768px) 24vw, (min-width: 640px) 31vw, 46vw'

function badgeOf(product: Product): string | undefined {
  if (!product.instock) return 'Sold out'
  if (product.saleprice < product.productprice) return `-${product.percentoff}%`
  if (product.is_new) return 'New'
  return undefined
}
