import type { StreamedFile } from '#server/http/files/streamed-files.ts'
import type { PageInput } from '#server/http/pages/cached-page.ts'
import { listProductRanges, listProductRecords } from '#server/modules/catalog/index.ts'
import { findSettings, findTaxation } from '#server/modules/settings/index.ts'
import { policyLinks } from '#server/modules/ucp/index.ts'
import { itemsOf, type FeedShop } from './feed-item.ts'
import type { FeedFormat } from './formats/feed-format.ts'
import { googleFeed } from './formats/google.ts'
import { metaFeed } from './formats/meta.ts'
import { openaiFeed } from './formats/openai.ts'

/** Product ids per part: few enough that a part with many variants is small. */
const PART_SIZE = 100

/** The product feeds. Product ids decide the part, as in the sitemap. */
export const feedFiles: readonly StreamedFile[] = [googleFeed, metaFeed, openaiFeed].map(feedFile)

function feedFile(format: FeedFormat): StreamedFile {
  const { url, contentType, tail } = format
  return {
    url,
    contentType,
    async open(input) {
      const { db, shop: key } = input.context
      const [shop, ranges] = await Promise.all([
        readFeedShop(input),
        listProductRanges(db, key.shopId, PART_SIZE),
      ])
      return {
        head: format.head(shop),
        parts: ranges.map(({ range }) => range),
        tail,
        async render(part, on) {
          const ids = Array.from({ length: PART_SIZE }, (_, index) => part * PART_SIZE + index + 1)
          for (const id of ids) on.productIds.add(id)
          const records = await listProductRecords(db, key.shopId, ids)
          return records
            .flatMap((record) => itemsOf(record, shop))
            .map((item) => format.item(item, shop))
            .join('')
        },
      }
    },
  }
}

/** Reads what all items of the shop share. */
async function readFeedShop({ context: { db, shop }, origin }: PageInput): Promise<FeedShop> {
  const [taxation, returns, pages] = await Promise.all([
    findTaxation(db, shop),
    findSettings(db, shop, 'returns'),
    policyLinks({ db, shop, origin }),
  ])
  const policyOf = (wanted: string) => pages.find(({ type }) => type === wanted)?.url
  return {
    name: shop.name,
    origin,
    currency: shop.currency,
    country: taxation.tax.country,
    countries: taxation.countries,
    returnDays: returns.days,
    policies: {
      returns: policyOf('refund_policy'),
      privacy: policyOf('privacy_policy'),
      terms: policyOf('terms_of_service'),
    },
  }
}
