import type { ProductCard } from '#contract/catalog/product.ts'
import { getSuggestions, type SuggestedProduct } from '#contract/search/suggestion.ts'
import { route } from '#server/http/route.ts'
import { listMatchingCategories } from '../../categories/category.queries.ts'
import { searchProducts } from '#server/modules/search/index.ts'
import { listCards } from '../cards/product-card.queries.ts'

/** How many search results are ranked to choose the best five. */
const MAX_RANKED = 200
const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 3

export const suggestionRoutes = [
  route(getSuggestions, async (input, { db, shop }) => {
    const q = input.q.trim()
    if (!q) return { data: { products: [], categories: [] } }
    const { ids, correctedQuery } = await searchProducts(db, shop.shopId, q, { limit: MAX_RANKED })
    const [cards, categories] = await Promise.all([
      listCards(db, shop, ids.slice(0, MAX_PRODUCTS)),
      listMatchingCategories(db, shop.shopId, correctedQuery ?? q, MAX_CATEGORIES),
    ])
    return {
      data: { products: cards.map(suggestionOf), categories, ...(correctedQuery && { correctedQuery }) },
    }
  }),
]

function suggestionOf(card: ProductCard): SuggestedProduct {
  const { productid, slug, productname, productprice, saleprice, severalprices, instock } = card
  const { productoffer, productgst, taxed } = card
  const [image = null] = card.images
  return {
    productid,
    slug,
    productname,
    productprice,
    saleprice,
    severalprices,
    productoffer,
    productgst,
    taxed,
    instock,
    productcategoryname: card.productcategoryname,
    image,
  }
}
