import type { ProductCard } from '#contract/product.ts'
import { getSuggestions, type SuggestedProduct } from '#contract/suggestion.ts'
import { route } from '#server/http/route.ts'
import { listMatchingCategories } from './category.queries.ts'
import { searchProducts } from '#server/modules/search/index.ts'
import { listCards } from './product-card.queries.ts'

/** Among so many products the best are looked for: enough for five. */
const lookedAt = 200
const most = { products: 5, categories: 3 }

export const suggestionRoutes = [
  route(getSuggestions, async ({ q: typed }, { db, shop }) => {
    const q = typed.trim()
    if (!q) return { data: { products: [], categories: [] } }
    const { ids, meant } = await searchProducts(db, shop.configId, q, { most: lookedAt })
    const [cards, categories] = await Promise.all([
      listCards(db, shop, ids.slice(0, most.products)),
      listMatchingCategories(db, shop.configId, meant ?? q, most.categories),
    ])
    return { data: { products: cards.map(suggestionOf), categories, ...(meant && { meant }) } }
  }),
]

function suggestionOf(card: ProductCard): SuggestedProduct {
  const { productid, slug, productname, productprice, saleprice, severalprices, productoffer, instock } = card
  const [picture = null] = card.pictures
  return {
    productid,
    slug,
    productname,
    productprice,
    saleprice,
    severalprices,
    productoffer,
    instock,
    productcategoryname: card.productcategoryname,
    picture,
  }
}
