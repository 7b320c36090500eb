import type { ProductCard as Product } from '#contract/catalog/product.ts'
import type { MoneyFormat } from '#web/lib/format/money.ts'
import { firstView } from '#web/ui/image.tsx'
import { WishlistButton } from './wishlist-button.tsx'
import { ProductCard } from './product-card.tsx'
import { QuickAdd } from './quick-add.tsx'

interface ProductGridProps {
  products: Product[]
  /** The number of images in the first view. */
  priority?: number
  headingLevel?: 2 | 3 | 4
  /** The maximum number of columns: three beside the filters. */
  columns?: 3 | 4
  /** Defaults to the product's URL with its category. */
  to?: (product: Product) => string
  /** Formats the prices: `Rs. 1,499` by default. */
  format?: (amount: number, shop: MoneyFormat) => string
}

/** Product cards in two to four columns. */
export function ProductGrid(props: ProductGridProps) {
  const { products, priority = 0, headingLevel = 3, columns = 4, to, format } = props
  return (
    <ul
      className={`grid grid-cols-2 gap-x-4 gap-y-8 lg:gap-x-6 lg:gap-y-12 ${columns === 4 ? 'md:grid-cols-4' : 'sm:grid-cols-3'}`}
    >
      {products.map((product, index) => (
        <li key={product.productid}>
          <ProductCard
            product={product}
            priority={firstView(index, priority)}
            headingLevel={headingLevel}
            {...(to && { to: to(product) })}
            {...(format && { format })}
            action={<WishlistButton product={product} />}
            quickAdd={product.simple && product.instock && <QuickAdd product={product} />}
          />
        </li>
      ))}
    </ul>
  )
}
