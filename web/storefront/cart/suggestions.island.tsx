import { useCart } from '#web/data/cart/cart.ts'
import { useSuggestedProducts, type Suggested } from '#web/data/suggested-products.ts'
import { ProductGrid } from '../cards/product-grid.tsx'
import { Section } from '../section.tsx'
import { withQueries } from '../with-queries.tsx'

/** Products that go with the cart, as it is now. */
function Suggestions({ first }: { first: Suggested }) {
  const { lines = [] } = useCart()
  const products = useSuggestedProducts(lines, first)
  if (products.length === 0) return null
  return (
    <Section title={lines.length > 0 ? 'Goes well with your cart' : 'Best sellers'}>
      <ProductGrid products={products} />
    </Section>
  )
}

export default withQueries(Suggestions)
