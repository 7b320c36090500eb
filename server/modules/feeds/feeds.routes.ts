import { feedLinks, getFeedProducts, getFeeds } from '#contract/feeds/feeds.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { countFeedProblems, listFeedProducts } from './feed-problems.queries.ts'

export const feedRoutes = [
  personalRoute(getFeeds, async (_input, { db, shop: { shopId }, origin }) => ({
    data: {
      feeds: (['google', 'meta', 'openai'] as const).map((name) => ({ name, url: origin + feedLinks[name] })),
      ...(await countFeedProblems(db, shopId)),
    },
  })),

  route(getFeedProducts, (filter, { db, shop }) => listFeedProducts(db, shop.shopId, filter)),
]
