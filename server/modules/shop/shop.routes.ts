import { getShop } from '#contract/shop.ts'
import { route } from '#server/http/route.ts'

export const shopRoutes = [
  route(getShop, async (_input, { shop: { configId, name, tagline, currency, locale } }) => ({
    data: { configId, name, tagline, currency, locale },
  })),
]
