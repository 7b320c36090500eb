import type { ProductDraft } from './product-draft.ts'

/** What a list says of the price: the lowest before and after the offer, in major units; undefined while there is none. */
export function pricesOf({
  productprice,
  productoffer,
  variants,
}: Pick<ProductDraft, 'productprice' | 'productoffer' | 'variants'>) {
  const typed = variants.filter(({ offered }) => offered).map(({ price }) => price || productprice)
  const prices = typed.filter((text) => text.trim() !== '' && Number(text) >= 0).map(Number)
  if (prices.length === 0) return undefined
  const before = Math.min(...prices)
  const offer = Math.min(100, Math.max(0, Number(productoffer) || 0))
  return {
    before,
    after: Math.round(before * (100 - offer)) / 100,
    several: new Set(prices).size > 1,
  }
}
