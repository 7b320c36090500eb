import type { ProductCard as Product } from '#contract/product.ts'
import { useWishlistChange } from '../data/wishlist.ts'
import { Heart } from './heart.tsx'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: Product[]
  /** How many of the first pictures belong to the first view. */
  priority?: number
  headingLevel?: 2 | 3 | 4
  /** At most so many in a row; three beside a column of filters. */
  columns?: 3 | 4
  /** Where a card leads, if not to the product's page with its category. */
  to?: (product: Product) => string
  /** Told of each product whose page is opened from here. */
  onOpen?: ((product: Product) => void) | undefined
}

/** Products as cards, two to four in a row. */
export function ProductGrid(props: ProductGridProps) {
  const { products, priority = 0, headingLevel = 3, columns = 4, to, onOpen } = props
  const { mutate } = useWishlistChange()
  return (
    <ul
      className={`grid grid-cols-2 gap-x-4 gap-y-8 lg:gap-x-6 lg:gap-y-12 ${columns === 4 ? 'md:grid-cols-4' : 'sm:grid-cols-3'}`}
    >
      {products.map((product, index) => (
        <li key={product.productid}>
          <ProductCard
            product={product}
            priority={index < priority}
            headingLevel={headingLevel}
            {...(to && { to: to(product) })}
            {...(onOpen && { onOpen: () => onOpen(product) })}
            action={<Heart product={product} onChange={mutate} />}
          />
        </li>
      ))}
    </ul>
  )
}
