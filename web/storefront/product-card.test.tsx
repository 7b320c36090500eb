// @vitest-environment happy-dom
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ProductCard as Product } from '#contract/catalog/product.ts'
import { money } from '../lib/format/money.ts'
import { render } from '../testing/render.tsx'
import { ProductCard } from './product-card.tsx'

const product = {
  productid: 7,
  productname: 'Mug',
  productprice: 549,
  saleprice: 549,
  productoffer: 0,
  productgst: 18,
  images: [],
  rating: null,
} as unknown as Product

function textOf(card: Parameters<typeof ProductCard>[0], pricesIncludeTax = true): string | null {
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => <ProductCard {...card} /> }])
  const shop = { currency: 'INR', locale: 'en-IN', pricesIncludeTax }
  return render(<Page hydrationData={{ loaderData: { root: { shop } } }} />).container.textContent
}

test('the price says whether the checkout adds tax', () => {
  expect(textOf({ product })).toContain('from Rs. 549')
  expect(textOf({ product })).not.toContain('GST')
  expect(textOf({ product }, false)).toContain('from Rs. 549+ GST')
  expect(textOf({ product: { ...product, productgst: 0 } }, false)).not.toContain('GST')
})

test('the wishlist shows the sign of the currency', () => {
  expect(textOf({ product, format: money })).toContain('from ₹549')
})
