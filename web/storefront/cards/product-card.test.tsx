// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ProductCard as Product } from '#contract/catalog/product.ts'
import { money } from '#web/lib/format/money.ts'
import { render } from '#web/testing/render.tsx'
import { TestPage } from '#web/testing/test-page.tsx'
import { ProductCard } from './product-card.tsx'

const product = {
  productid: 7,
  productname: 'Mug',
  productprice: 549,
  saleprice: 549,
  productoffer: 0,
  taxed: true,
  images: [],
  rating: null,
  colours: [],
} as unknown as Product

function textOf(card: Parameters<typeof ProductCard>[0], pricesIncludeTax = true): string | null {
  const shop = { currency: 'INR', locale: 'en-IN', pricesIncludeTax, taxName: 'GST' }
  const page = (
    <TestPage shop={shop}>
      <ProductCard {...card} />
    </TestPage>
  )
  return render(page).container.textContent
}

test('the price says whether the checkout adds tax', () => {
  expect(textOf({ product })).toContain('from Rs. 549')
  expect(textOf({ product })).not.toContain('GST')
  expect(textOf({ product }, false)).toContain('from Rs. 549+ GST')
  expect(textOf({ product: { ...product, taxed: false } }, false)).not.toContain('GST')
})

test('the wishlist shows the sign of the currency', () => {
  expect(textOf({ product, format: money })).toContain('from ₹549')
})

test('shows up to five colours and counts the others', () => {
  const colours = Array.from({ length: 7 }, (_, at) => ({
    name: `C${at}`,
    hex: at === 2 ? null : `#00000${at}`,
  }))
  const text = textOf({ product: { ...product, colours } })
  expect(text).toContain('Colours: C0, C1, C2, C3, C4, C5, C6')
  expect(text).toContain('+2')
  expect(textOf({ product: { ...product, colours: colours.slice(0, 1) } })).not.toContain('Colours')
})
