import type { CartLine } from '#contract/orders/cart.ts'
import { useSuggestedProducts, type Suggested } from '#web/data/suggested-products.ts'
import { ProductGrid } from '../product-grid.tsx'
import { Section } from '../section.tsx'

/** Products that go with the cart. */
export function Suggestions({ lines, first }: { lines: readonly CartLine[]; first: Suggested }) {
  const products = useSuggestedProducts(lines, first)
  if (products.length === 0) return null
  return (
    <Section title={lines.length > 0 ? 'Goes well with your cart' : 'Best sellers'}>
      <ProductGrid products={products} />
    </Section>
  )
}
